import { readFileSync } from 'node:fs'
import { releasedSizes } from '../checks/judge-size.mjs'

/** The documents that name sizes. */
export const SIZE_DOCUMENTS = [
  'README.md',
  'docs/compare.md',
  'docs/embedding.md',
  'docs/figures.md',
  'packages/embed/README.md',
]
/** A size in kB between `<!-- size: name in docs/sizes.md -->` and `<!-- /size -->`. */
const FIGURE = /(<!-- size: (.+?) -->)[^<]*(<!-- \/size -->)/g

/** A document with its sizes as `docs/sizes.md` has them. Throws if one is not there. */
export function withSizes(file: string): string {
  const { sizes } = releasedSizes(undefined, 'now')
  return readFileSync(file, 'utf8').replace(FIGURE, (...match: string[]) => {
    const [, open = '', name = '', close = ''] = match
    const bytes = sizes.get(name)
    if (bytes === undefined) throw new Error(`${file} names a size that docs/sizes.md doesn't have: ${name}`)
    return `${open}${(bytes / 1000).toFixed(1)}${close}`
  })
}
