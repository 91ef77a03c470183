import { readFileSync } from 'node:fs'

const WIDTH = 100
const ROW = /^\| `([A-Z0-9_]+)` \|(.*?)\|(.*)\|$/gm

/** Plain text of a table's cell: without links and code marks. */
const plain = (cell: string): string =>
  cell
    .replaceAll(/ ?\(\[[^\]]*\]\([^)]*\)\)/g, '')
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/`|\*\*/g, '')
    .replaceAll('\\|', '|')

/** Lines of a comment. */
function wrapped(text: string): string[] {
  const lines = ['#']
  for (const word of text.split(' ')) {
    const last = lines.at(-1) ?? ''
    if (last.length + word.length < WIDTH) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(`# ${word}`)
  }
  return lines
}

/** The default, if it is a value that could be written. */
const valueOf = (cell: string): string => /^(?:`([^`<]+)`|(\d+))$/.exec(cell)?.slice(1).find(Boolean) ?? ''

/** `.env.example`: every setting of docs/operating.md, switched off. */
export function envExample(): string {
  const manual = readFileSync('docs/operating.md', 'utf8')
  const settings = [...manual.matchAll(ROW)].map(([, name = '', ...cells]) => {
    const [fallback = '', meaning = ''] = cells.map((cell) => cell.trim())
    const byDefault = fallback === '' ? '' : ` Default: ${plain(fallback)}.`
    return [...wrapped(`${plain(meaning)}.${byDefault}`), `#${name}=${valueOf(fallback)}`].join('\n')
  })
  const head = [
    '# Settings of Stoa. Copy this file to .env, with mode 0600, and remove the # before those you change.',
    '# docs/operating.md says more about each. `npm run docs` writes this file from there.',
  ]
  return `${[head.join('\n'), ...settings].join('\n\n')}\n`
}
