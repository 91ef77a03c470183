/** Upload rules, checked before an upload, at its start, and again by content. Without dependencies. */

import type { ErrorCode } from './errors.ts'
import {
  CAPTIONS_MAX_BYTES,
  IMAGE_MAX_BYTES,
  MEDIA_MAX_BYTES,
  PROFILE_IMAGE_MAX_BYTES,
  RESPONSE_MAX_MS,
  VIDEO_MAX_MS,
} from './limits.ts'

/** Purposes of uploads. */
export const MEDIA_PURPOSES = ['post', 'avatar', 'logo', 'response', 'captions'] as const
export type MediaPurpose = (typeof MEDIA_PURPOSES)[number]

/** Kinds of uploads. */
export const MEDIA_KINDS = ['image', 'video', 'audio', 'captions'] as const
export type MediaKind = (typeof MEDIA_KINDS)[number]

/** Accepted media types by kind. A browser's declared type is only a first guess; the content decides. */
export const MEDIA_TYPES: Readonly<Record<MediaKind, readonly string[]>> = {
  image: ['image/png', 'image/apng', 'image/gif', 'image/jpeg', 'image/tiff', 'image/bmp', 'image/webp', 'image/avif'],
  video: ['video/mp4', 'video/x-m4v', 'video/quicktime', 'video/webm', 'video/matroska'],
  audio: [
    'audio/mpeg',
    'audio/mp4',
    'audio/x-m4a',
    'audio/ogg',
    'audio/opus',
    'audio/webm',
    'audio/wav',
    'audio/flac',
    'audio/aac',
  ],
  captions: ['text/vtt'],
}

/** Aliases of these types in browsers and programs. */
const ALIASES: Readonly<Record<string, string>> = {
  'image/jpg': 'image/jpeg',
  'image/pjpeg': 'image/jpeg',
  'image/tif': 'image/tiff',
  'image/x-ms-bmp': 'image/bmp',
  'image/x-bmp': 'image/bmp',
  'image/vnd.mozilla.apng': 'image/apng',
  'video/x-matroska': 'video/matroska',
  'audio/mp3': 'audio/mpeg',
  'audio/m4a': 'audio/x-m4a',
  'audio/x-wav': 'audio/wav',
  'audio/wave': 'audio/wav',
  'audio/vnd.wave': 'audio/wav',
  'audio/x-flac': 'audio/flac',
  'application/ogg': 'audio/ogg',
  'video/ogg': 'audio/ogg',
}

const EXTENSIONS: Readonly<Record<string, string>> = {
  png: 'image/png',
  apng: 'image/apng',
  gif: 'image/gif',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  tif: 'image/tiff',
  tiff: 'image/tiff',
  bmp: 'image/bmp',
  webp: 'image/webp',
  avif: 'image/avif',
  mp4: 'video/mp4',
  m4v: 'video/x-m4v',
  mov: 'video/quicktime',
  webm: 'video/webm',
  mkv: 'video/matroska',
  mp3: 'audio/mpeg',
  m4a: 'audio/x-m4a',
  ogg: 'audio/ogg',
  oga: 'audio/ogg',
  opus: 'audio/opus',
  wav: 'audio/wav',
  flac: 'audio/flac',
  aac: 'audio/aac',
  vtt: 'text/vtt',
}

const KINDS_OF: Readonly<Record<MediaPurpose, readonly MediaKind[]>> = {
  post: ['image', 'video', 'audio'],
  avatar: ['image'],
  logo: ['image'],
  response: ['video', 'audio'],
  captions: ['captions'],
}

/** The kind of a media type in any spelling and with parameters; null if it isn't accepted. */
export function mediaKindOf(type: string): MediaKind | null {
  const [bare = ''] = type.trim().toLowerCase().split(';')
  const bareType = ALIASES[bare.trim()] ?? bare.trim()
  return MEDIA_KINDS.find((kind) => MEDIA_TYPES[kind].includes(bareType)) ?? null
}

/** The media type declared by the browser, or else by the file's extension; empty if unknown. */
export function declaredType(file: { name: string; type: string }): string {
  if (file.type !== '' && file.type !== 'application/octet-stream') return file.type
  const extension = file.name.slice(file.name.lastIndexOf('.') + 1).toLowerCase()
  return EXTENSIONS[extension] ?? ''
}

/** Maximum size of a file by kind and purpose. */
export function maxBytesOf(purpose: MediaPurpose, kind: MediaKind): number {
  if (kind === 'captions') return CAPTIONS_MAX_BYTES
  if (kind !== 'image') return MEDIA_MAX_BYTES
  return purpose === 'avatar' || purpose === 'logo' ? PROFILE_IMAGE_MAX_BYTES : IMAGE_MAX_BYTES
}

/** Exclusive maximum duration of a video or recording; null for any length. */
export function maxDurationOf(purpose: MediaPurpose, kind: MediaKind): number | null {
  if (kind !== 'video' && kind !== 'audio') return null
  if (purpose === 'response') return RESPONSE_MAX_MS
  return kind === 'video' ? VIDEO_MAX_MS : null
}

/** Why a file of this kind and size can't be uploaded; null if it can. A null kind isn't accepted. */
export function uploadProblem(about: {
  purpose: MediaPurpose
  kind: MediaKind | null
  bytes: number
}): ErrorCode | null {
  const { purpose, kind, bytes } = about
  if (kind === null || !KINDS_OF[purpose].includes(kind)) return 'MEDIA_TYPE_UNSUPPORTED'
  if (bytes === 0) return 'MEDIA_DAMAGED'
  return bytes > maxBytesOf(purpose, kind) ? 'MEDIA_TOO_LARGE' : null
}

/** The value of `accept` for a purpose's file picker. */
export function acceptedTypes(purpose: MediaPurpose): string {
  return KINDS_OF[purpose].flatMap((kind) => MEDIA_TYPES[kind]).join(',')
}

/** Id of the upload at a stored address; null if it isn't an upload's. */
export function mediaIdOf(address: string): string | null {
  return /^\/media\/([0-9A-Za-z]{20})\//.exec(address)?.[1] ?? null
}
