import type { PastedFile } from '../document/pasted-blocks.ts'

const DATA = /^data:(image\/(png|jpeg|gif|webp|avif));base64,/i

/** The file of a picture that is part of copied HTML; null if it can't be read. */
export function dataPicture(src: string, alt: string): PastedFile | null {
  const match = DATA.exec(src)
  if (!match) return null
  try {
    const bytes = Uint8Array.from(atob(src.slice(match[0].length)), (letter) => letter.charCodeAt(0))
    const name = `${pictureName(alt)}.${match[2]}`
    return { key: crypto.randomUUID(), file: new File([bytes], name, { type: (match[1] ?? '').toLowerCase() }) }
  } catch {
    return null
  }
}

/** A file name from what a picture shows. */
export function pictureName(alt: string): string {
  const name = alt.replace(/[\\/:*?"<>|\s]+/g, ' ').trim()
  return name.slice(0, 60) || 'picture'
}
