import type { Node } from 'prosemirror-model'
import { schema } from '../document/schema.ts'
import { writeAddress, writeMarkdownText, writePlainText } from './write-inline.ts'

const { nodes } = schema

/**
 * Writes blocks as Markdown, which `readMarkdown` reads to the same blocks. Empty texts are left out; players and cards
 * become links. `origin` precedes addresses of this site.
 */
export function writeMarkdown(blocks: readonly Node[], origin: string): string {
  const parts: string[] = []
  let former: Node | null = null
  let isOther = false
  for (const block of blocks) {
    // A list right after another one of its kind has the other sign, or both would be read as one.
    isOther = former?.type === nodes.list && block.type === nodes.list && !isOther
    const part = writeBlock(block, { origin, isOther })
    if (part === '') continue
    parts.push(part)
    former = block
  }
  return parts.join('\n\n')
}

function writeBlock(block: Node, { origin, isOther }: { origin: string; isOther: boolean }): string {
  const { type, attrs, content } = block
  switch (type) {
    case nodes.heading: {
      const text = writeMarkdownText(content, true)
      const sign = '#'.repeat(Number(attrs.level))
      return text === '' ? '' : `${sign} ${text.replace(/(^|\s)(#*)#$/, '$1$2\\#')}`
    }
    case nodes.list:
      return writeItems(block, isOther).join('\n')
    case nodes.quote: {
      const text = writeMarkdownText(block.child(0).content)
      const caption = writeMarkdownText(block.child(1).content)
      return quoted([text, ...(caption === '' ? [] : [`— ${caption}`])].join('\n\n'))
    }
    case nodes.warning: {
      const title = writeMarkdownText(block.child(0).content, true)
      const message = writeMarkdownText(block.child(1).content)
      return quoted([`[!WARNING] ${title}`.trimEnd(), ...(message === '' ? [] : [message])].join('\n'))
    }
    case nodes.codeBlock:
      return writeCode(block.textContent, String(attrs.language))
    case nodes.table:
      return writeTable(block)
    case nodes.delimiter:
      return '---'
    case nodes.image:
    case nodes.simpleImage: {
      const address = fullAddress(attrs.url, origin)
      const picture = address === '' ? '' : `![${writePlainText(String(attrs.alt ?? ''))}]${writeAddress(address)}`
      return [picture, writeMarkdownText(content)].filter((part) => part !== '').join('\n\n')
    }
    case nodes.linkTool:
      return writeLink(String(attrs.link ?? ''), writePlainText(String(attrs.title)))
    case nodes.paragraph:
      return writeMarkdownText(content)
    default: {
      const caption = block.isTextblock ? writeMarkdownText(content, true) : ''
      return writeLink(fullAddress(attrs.url ?? attrs.source, origin), caption)
    }
  }
}

function writeItems(list: Node, isOther: boolean): string[] {
  const { style, start } = list.attrs as { style: string; start: number | null }
  return list.content.content.flatMap((item, index) => {
    const bullet = isOther ? '*' : '-'
    const sign = style === 'ordered' ? `${(start ?? 1) + index}${isOther ? ')' : '.'}` : bullet
    const box = style === 'checklist' ? (item.attrs.checked === true ? '[x] ' : '[ ] ') : ''
    const space = ' '.repeat(sign.length + 1)
    const [first = '', ...rest] = writeMarkdownText(item.child(0).content).split('\n')
    const inner = item.childCount > 1 ? writeItems(item.child(1), false) : []
    return [`${sign} ${box}${first}`.trimEnd(), ...[...rest, ...inner].map((line) => space + line)]
  })
}

function quoted(text: string): string {
  return text
    .split('\n')
    .map((line) => `> ${line}`.trimEnd())
    .join('\n')
}

/** Code between more signs than it contains itself. */
function writeCode(code: string, language: string): string {
  const char = language.includes('`') ? '~' : '`'
  const longest = (code.match(/`+|~+/g) ?? []).reduce((most, { length }) => Math.max(most, length), 2)
  const fence = char.repeat(longest + 1)
  return `${fence}${language}\n${code === '' ? '' : `${code}\n`}${fence}`
}

function writeTable(table: Node): string {
  const rows = table.content.content.map((row) =>
    row.content.content.map((cell) => writeMarkdownText(cell.content, true).replaceAll('|', '\\|')),
  )
  const empty = (rows[0] ?? []).map(() => '')
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  const [head = empty, ...body] = table.attrs.withHeadings === true ? rows : [empty, ...rows]
  return [line(head), line(empty.map(() => '---')), ...body.map(line)].join('\n')
}

function writeLink(address: string, text: string): string {
  if (address === '') return text
  return text === '' ? `<${address}>` : `[${text}]${writeAddress(address)}`
}

function fullAddress(url: unknown, origin: string): string {
  const address = typeof url === 'string' ? url : ''
  return address.startsWith('/') ? origin + address : address
}
