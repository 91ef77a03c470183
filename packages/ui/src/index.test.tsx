import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { renderToString } from 'react-dom/server'
import { expect, it } from 'vitest'
import * as firstIcons from './icons/icons.tsx'
import * as moreIcons from './icons/more-icons.tsx'
import * as ui from './index.ts'

const folder = import.meta.dirname
/** Sheets that only import others. */
const COLLECTIONS = ['styles.css', 'all.css']
const sheets = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
  (name) => name.endsWith('.css') && !COLLECTIONS.includes(name),
)

it('includes every component’s sheet in styles.css', () => {
  const imported = [...readFileSync(join(folder, 'styles.css'), 'utf8').matchAll(/"\.\/(.+)"/g)].map(([, name]) => name)
  expect(new Set(imported)).toEqual(new Set(sheets))
})

it('uses only existing tokens, in a layer, with logical properties', () => {
  const tokens = readFileSync(join(folder, 'tokens.css'), 'utf8')
  for (const name of sheets) {
    const css = readFileSync(join(folder, name), 'utf8')
    const tokenNames = new Set([...(tokens + css).matchAll(/(--stoa-[\w-]+):/g)].map(([, token]) => token))
    expect([
      name,
      [...css.matchAll(/var\((--stoa-[\w-]+)/g)].map(([, token]) => token).filter((token) => !tokenNames.has(token)),
    ]).toEqual([name, []])
    expect([
      name,
      css.match(/(?:margin|padding|border)-(?:left|right|top|bottom)|(?:^|\s)(?:left|right|top|bottom|width|height):/g),
    ]).toEqual([name, null])
    expect(css.startsWith('@layer stoa.') || css.startsWith('/*')).toBe(true)
  }
})

it('renders every icon without a DOM', () => {
  const icons = Object.entries(ui).filter(([name]) => /.Icon$/.test(name)) as [string, typeof ui.CloseIcon][]
  expect(icons.map(([name]) => name).toSorted()).toEqual(Object.keys({ ...firstIcons, ...moreIcons }).toSorted())
  const drawn = icons.map(([, Icon]) => renderToString(<Icon label="it" />))
  expect(new Set(drawn).size).toBe(icons.length)
  expect(drawn.every((html) => html.includes('role="img"') && html.includes('aria-label="it"'))).toBe(true)
})
