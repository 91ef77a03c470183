import type { PostDocument } from '@stoa/contract'
import type { UnfinishedUploads } from './unfinished-uploads.ts'

/** Metadata of a page. */
export interface LinkMeta {
  title?: string | undefined
  description?: string | undefined
  image?: { url: string } | undefined
}

/** An uploaded file. */
export interface UploadedMedia {
  mediaId: string
  /** By its content, whatever its name says. Default: the requested kind. */
  kind?: 'image' | 'video' | 'audio' | 'captions'
  url: string
  width: number | null
  height: number | null
  durationMs: number | null
  placeholder: string | null
  /** Available widths of a picture. */
  sizes: number[]
  posterUrl: string | null
}

/** Options of an upload. */
export interface UploadOptions {
  kind: 'image' | 'video' | 'audio' | 'captions'
  /** For captions: id of their video. */
  captionsFor?: string | undefined
  signal: AbortSignal
  /** From 0 to 1. */
  onProgress(fraction: number): void
}

/** Uploads to the server. */
export interface EditorUploads {
  /** Rejects with an error whose message may be shown. */
  upload(file: File, about: UploadOptions): Promise<UploadedMedia>
  /**
   * Loads a picture of another site, to upload a copy of it. Default: the browser does, if the site and the page's policy
   * let it.
   */
  fetchPicture?: ((url: string, signal: AbortSignal) => Promise<Blob>) | undefined
  /** Whether another attempt can succeed after this error. Default: after any. */
  mayRetry?: ((error: unknown) => boolean) | undefined
  /** Maximum file sizes in bytes, and maximum durations in ms; null: any length. */
  limits: {
    imageBytes: number
    mediaBytes: number
    captionsBytes: number
    videoMs: number | null
    audioMs: number | null
  }
}

/** A person who can be mentioned. */
export interface EditorPerson {
  id: string
  /** Without the `@`. */
  username: string
  /** The display name; empty: the username. */
  name: string
  imageUrl: string
  /** Address of the profile, with its origin. */
  href: string
}

export interface EditorProps {
  /** The initial document, read once. Change `key` to restart with another one. */
  document: PostDocument
  /**
   * Called half a second after a change, every four seconds during continuous typing, and at once when the editor loses
   * focus, is removed or the page is left.
   */
  onChange(document: PostDocument): void
  /** Default: no upload buttons, only addresses. */
  uploads?: EditorUploads | undefined
  /** Lists the files that aren't part of the document yet. Default: they aren't listed. */
  unfinished?: UnfinishedUploads | undefined
  /**
   * Name of the text on this device, such as its draft's. Files that haven't arrived are kept under it, and are uploaded
   * when the text is opened again. It may change. Default: they end with the editor.
   */
  filesKey?: string | undefined
  /** Fetches a page's metadata for link cards. Default: cards show the address. */
  linkCard?: ((url: string) => Promise<LinkMeta | null>) | undefined
  /**
   * Finds people for the letters after an `@`: those who should come first for none. Default: nobody is suggested.
   */
  findPeople?: ((query: string) => Promise<readonly EditorPerson[]>) | undefined
  /**
   * Finds the person whose profile has a pasted address; null if it is none. The address becomes a mention. Default: it
   * stays a link.
   */
  findProfile?: ((href: string) => Promise<EditorPerson | null>) | undefined
  /** Adds a poll to the list of blocks. Called when it is chosen. Default: no such entry. */
  onPoll?: (() => void) | undefined
  /**
   * Moves the focus to the field before the text. Called for an arrow key above the first line, and for Backspace at the
   * start of a first paragraph. Default: the caret stays.
   */
  onLeaveStart?: (() => void) | undefined
  /** Accessible name of the field. */
  label: string
  /** Text of an empty editor. Default: how to start. */
  placeholder?: string | undefined
  /** Default false. */
  invalid?: boolean | undefined
  /** Id of the element with the error text. Default: none. */
  errorId?: string | undefined
  /** Default false. */
  readOnly?: boolean | undefined
  /** Default false. */
  autoFocus?: boolean | undefined
}
