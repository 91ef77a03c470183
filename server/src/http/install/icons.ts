import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { storedLogo } from '@stoa/contract'
import sharp from 'sharp'
import type { Logger } from '../../platform/logging/logger.ts'
import type { Storage } from '../../platform/storage/storage.ts'
import { createPictureCache } from '../discovery/preview-pictures.ts'

/** Stoa's mark, an own file of the built forum. */
export const OWN_MARK = '/favicon.svg'
const MARK_COLOR = '#0f5c63'
const WHITE = '#ffffff'
/** Drawn without its background. */
const MARK_GLYPH = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><path d="M7 11h18M9 11v12M16 11v12M23 11v12M6 25h20" stroke="#fff" stroke-width="2.5" stroke-linecap="round" fill="none"/></svg>`
/** Changes when icons are drawn differently, because their addresses are cached for a year. */
const DRAWING = '1'
const KEPT_BYTES = 8 * 1024 * 1024

/** Size in pixels, and the part of it that the logo fills. Systems may cut maskable icons to a circle. */
const ICONS = {
  '192': { size: 192, part: 1, isOpaque: false },
  '512': { size: 512, part: 1, isOpaque: false },
  '192-maskable': { size: 192, part: 0.62, isOpaque: true },
  '512-maskable': { size: 512, part: 0.62, isOpaque: true },
  touch: { size: 180, part: 0.76, isOpaque: true },
  monochrome: { size: 96, part: 1, isOpaque: false },
} as const

export type IconName = keyof typeof ICONS

export const isIconName = (name: string): name is IconName => Object.hasOwn(ICONS, name)

export interface IconDependencies {
  storage: Pick<Storage, 'size' | 'open'>
  fileAccesses: { of(id: string): Promise<{ isRemoved: boolean; isPublic: boolean } | null> }
  /** External pictures, which are fetched safely. */
  pictures: { folder: string; fetch(address: string, about: { network: string }): Promise<{ name: string }> }
  logger: Pick<Logger, 'warn'>
}

/** The address of a logo's icon. */
export function iconPath(logo: string, name: IconName): string {
  return `/icons/${iconHash(logo)}/${name}.png`
}

export function iconHash(logo: string): string {
  return createHash('sha256').update(`${DRAWING} ${logo}`).digest('base64url').slice(0, 12)
}

/** Draws icons from logos; `folder`: the built forum's files. */
export function createIcons({ storage, fileAccesses, pictures, logger }: IconDependencies, folder: string) {
  const drawn = createPictureCache(KEPT_BYTES)
  const reported = new Set<string>()

  /** Throws if it is an upload that visitors don't see, or no longer. */
  async function assertPublic(logo: string): Promise<void> {
    const stored = storedLogo(logo)
    const access = stored ? await fileAccesses.of(stored.id) : { isPublic: true, isRemoved: false }
    if (!access?.isPublic || access.isRemoved) throw new Error('it is not public')
  }

  /** The bytes of a logo; throws if it can't be read. */
  async function read(logo: string): Promise<Buffer> {
    const stored = storedLogo(logo)
    if (stored) {
      const file = await storage.open(stored.id, stored.name)
      try {
        return await readFile(file.path)
      } finally {
        await file.release()
      }
    }
    // Only plain names of built files.
    if (/^\/[\w-]+\.(?:svg|png|jpe?g|webp)$/.test(logo)) return readFile(join(folder, logo.slice(1)))
    if (!/^https?:/.test(logo)) throw new Error('it is no picture of the forum')
    const { name } = await pictures.fetch(logo, { network: '' })
    return readFile(join(pictures.folder, name))
  }

  async function fromLogo(logo: string, name: IconName): Promise<Buffer> {
    const { size, part, isOpaque } = ICONS[name]
    if (name === 'monochrome') return render(Buffer.from(MARK_GLYPH), size)
    const picture = await render(await read(logo), Math.round(size * part))
    if (!isOpaque) return picture
    const background = logo === OWN_MARK ? MARK_COLOR : WHITE
    return sharp({ create: { width: size, height: size, channels: 3, background } })
      .composite([{ input: picture }])
      .png({ palette: true })
      .toBuffer()
  }

  return {
    /** The icon, and whether it is the logo's. Where the logo can't be drawn, Stoa's mark stands for it. */
    async draw(logo: string, name: IconName): Promise<{ icon: Buffer; isLogo: boolean }> {
      try {
        await assertPublic(logo)
        return { icon: await drawn.get(`${logo} ${name}`, () => fromLogo(logo, name)), isLogo: true }
      } catch (error) {
        if (!reported.has(logo)) logger.warn({ err: error, logo }, 'the logo can’t be drawn as an icon')
        reported.add(logo)
        return { icon: await drawn.get(`${OWN_MARK} ${name}`, () => fromLogo(OWN_MARK, name)), isLogo: false }
      }
    },
  }
}

/** A square with the whole picture. */
function render(picture: Buffer, size: number): Promise<Buffer> {
  return sharp(picture, { density: 300, limitInputPixels: 40_000_000 })
    .resize(size, size, { fit: 'contain', background: { r: 0, g: 0, b: 0, alpha: 0 } })
    .png()
    .toBuffer()
}
