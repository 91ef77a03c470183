import { readdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Writes `index.html`, which shows all pictures of a folder, a row for each stop. */
export function writeContactSheet(folder: string): void {
  const rows = new Map<string, string[]>()
  for (const file of readdirSync(folder, { encoding: 'utf8', recursive: true }).toSorted()) {
    if (file.endsWith('.png')) rows.set(dirname(file), [...(rows.get(dirname(file)) ?? []), file])
  }
  const link = (file: string) => {
    const href = encodeURI(file)
    return `<a href="${href}" title="${file}"><img src="${href}" alt="${file}" loading="lazy"></a>`
  }
  const sections = [...rows].map(([stop, files]) => `<h2>${stop}</h2><div>${files.map(link).join('')}</div>`)
  const style =
    'body{font:14px sans-serif;background:#888}div{display:flex;gap:8px;align-items:start;overflow:auto}img{height:360px;max-width:480px;object-fit:cover;object-position:top}'
  writeFileSync(
    join(folder, 'index.html'),
    `<!doctype html><meta charset="utf-8"><title>Screens</title><style>${style}</style>${sections.join('')}\n`,
  )
}
