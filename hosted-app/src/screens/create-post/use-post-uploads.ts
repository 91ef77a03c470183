import type { Client } from '@stoa/client'
import type { Uploads } from '@stoa/client/uploads'
import { CAPTIONS_MAX_BYTES, IMAGE_MAX_BYTES, MEDIA_MAX_BYTES, type Media, maxDurationOf } from '@stoa/contract'
import type { EditorUploads, UploadedMedia } from '@stoa/editor'
import { useStoa } from '@stoa/store/react'
import { useState } from 'react'
import { mayRetryUpload, useUploads } from '../../shell/uploads/use-uploads.ts'

/** Uploads for the editor; none for visitors. Responses are limited to short videos and recordings. */
export function useEditorUploads({ isResponse = false } = {}): EditorUploads | undefined {
  const uploads = useUploads()
  const { client } = useStoa()
  const [forEditor] = useState(() => (uploads ? editorUploads(uploads, client, isResponse) : undefined))
  return forEditor
}

function editorUploads(uploads: Uploads, { call }: Pick<Client, 'call'>, isResponse: boolean): EditorUploads {
  const film = isResponse ? 'response' : 'post'
  return {
    mayRetry: mayRetryUpload,
    limits: {
      imageBytes: IMAGE_MAX_BYTES,
      mediaBytes: MEDIA_MAX_BYTES,
      captionsBytes: CAPTIONS_MAX_BYTES,
      videoMs: maxDurationOf(film, 'video'),
      audioMs: maxDurationOf(film, 'audio'),
    },
    async fetchPicture(url, signal) {
      // The page's policy admits the forum only, which loads it.
      const { url: address } = await call('pictureCheck', { url })
      // Each domain serves it, and the address may name another one.
      const response = await fetch(new URL(address, window.location.href).pathname, { signal })
      if (!response.ok) throw new Error(`The picture’s address responded with ${response.status}.`)
      return response.blob()
    },
    async upload(file, { kind, captionsFor, signal, onProgress }) {
      const media = await uploads.upload(file, {
        purpose: kind === 'captions' ? 'captions' : kind === 'image' ? 'post' : film,
        signal,
        ...(captionsFor === undefined ? {} : { captionsFor }),
        onProgress: ({ sentBytes, totalBytes }) => onProgress(totalBytes === 0 ? 0 : sentBytes / totalBytes),
      })
      return uploadedMedia(media)
    },
  }
}

function uploadedMedia({
  id,
  kind,
  url,
  width,
  height,
  durationMs,
  placeholder,
  sizes,
  posterUrl,
}: Media): UploadedMedia {
  return {
    mediaId: id,
    kind,
    url,
    width,
    height,
    durationMs,
    placeholder: placeholder === '' ? null : placeholder,
    sizes: sizes.map((size) => size.width),
    posterUrl,
  }
}
