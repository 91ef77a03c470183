import type { Media } from '@stoa/contract'
import { mediaPath } from './files.ts'
import type { MediaRow } from './repository.ts'

/** A stored smaller version. */
export interface KeptSize {
  width: number
  height: number
  avif: boolean
}

/** `captions`: the captions of the media, if any. */
export function presentMedia(row: MediaRow, about: { uses: number; captions: MediaRow | undefined }): Media {
  const { id, kind, status, filename } = row
  const pathOf = (name: string) => (name === '' ? '' : mediaPath(id, name))
  const sizes = (JSON.parse(row.sizes) as KeptSize[]).map(({ width, height, avif }) => ({
    width,
    height,
    url: pathOf(`${width}.webp`),
    avifUrl: avif ? pathOf(`${width}.avif`) : null,
  }))
  return {
    id,
    kind,
    status,
    filename,
    sizes,
    error: row.error || null,
    bytes: Number(row.bytes),
    url: pathOf(row.file),
    width: row.width || null,
    height: row.height || null,
    // 0 was stored for files that don’t say it.
    durationMs: row.duration_ms <= 0 ? null : row.duration_ms,
    placeholder: row.placeholder,
    posterUrl: pathOf(row.poster) || null,
    captionsUrl: about.captions ? mediaPath(about.captions.id, about.captions.file) : null,
    removed: row.removed_by !== '',
    uses: about.uses,
    createdAt: Number(row.created_at),
  }
}
