import type { PostDocument } from '@stoa/contract'

/** What a page says of itself. */
export interface LinkMeta {
  title?: string | undefined
  description?: string | undefined
  image?: { url: string } | undefined
}

/** A file that the server has taken. */
export interface UploadedMedia {
  mediaId: string
  url: string
  width: number | null
  height: number | null
  durationMs: number | null
  placeholder: string | null
  /** Widths that the server has of a picture. */
  sizes: number[]
  posterUrl: string | null
}

/** What an upload is told. */
export interface UploadOptions {
  kind: 'image' | 'video' | 'audio' | 'captions'
  /** Of captions: id of the upload that they belong to. */
  captionsFor?: string | undefined
  signal: AbortSignal
  /** From 0 to 1. */
  onProgress(fraction: number): void
}

/** How files reach the server. */
export interface EditorUploads {
  /** Rejects with an error whose message may be shown. */
  upload(file: File, about: UploadOptions): Promise<UploadedMedia>
  /** Bytes of the largest files. */
  limits: { imageBytes: number; mediaBytes: number; captionsBytes: number }
}

export interface EditorProps {
  /** What the editor begins with. It is read once: another `key` begins again with another document. */
  document: PostDocument
  /** Hears of every change within 250 ms, and at once when the editor loses the focus, the page or its place. */
  onChange(document: PostDocument): void
  /** Default: no upload buttons, only addresses. */
  uploads?: EditorUploads | undefined
  /** What is known of a page, for link cards. Default: cards show the address. */
  linkCard?: ((url: string) => Promise<LinkMeta | null>) | undefined
  /** Offers a poll among the blocks; it is called when that is chosen. Default: no such entry. */
  onPoll?: (() => void) | undefined
  /** Name of the field. */
  label: string
  /** What an empty editor says. Default: how to begin. */
  placeholder?: string | undefined
  /** Default false. */
  invalid?: boolean | undefined
  /** Id of the element that says what is wrong. Default: none. */
  errorId?: string | undefined
  /** Default false. */
  readOnly?: boolean | undefined
  /** Default false. */
  autoFocus?: boolean | undefined
}
