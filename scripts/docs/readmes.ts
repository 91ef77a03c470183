import { readFileSync } from 'node:fs'
import { propsTables } from './props.ts'

/** A generated part of a README between `<!-- name -->` and `<!-- /name -->`. */
const PART = /(<!-- ([\w: -]+) -->\n)[^]*?(<!-- \/\2 -->)/g

/** Packages of components, whose props are generated into their READMEs. */
const COMPONENT_PACKAGES = ['comments', 'login', 'poll', 'post-feed', 'post-view', 'reactions']
/** Packages whose READMEs have generated parts. */
const README_PACKAGES = ['client', 'store', ...COMPONENT_PACKAGES]

/** The READMEs with their generated parts, by file. */
export function readmes(): Record<string, () => string> {
  const tableOf = propsTables(COMPONENT_PACKAGES)
  const entries = README_PACKAGES.map((name) => {
    const file = `packages/${name}/README.md`
    const write = () =>
      readFileSync(file, 'utf8').replace(PART, (...match: string[]) => {
        const [, open = '', part = '', close = ''] = match
        return `${open}\n${textOf(part, tableOf)}\n\n${close}`
      })
    return [file, write] as const
  })
  return Object.fromEntries(entries)
}

function textOf(name: string, tableOf: (component: string) => string): string {
  if (name === 'signing-in') return readFileSync('scripts/docs/signing-in.md', 'utf8').trim()
  if (name.startsWith('props ')) return tableOf(name.slice('props '.length))
  throw new Error(`No README has a generated part named ${name}.`)
}
