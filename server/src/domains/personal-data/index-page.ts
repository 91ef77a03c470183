import type { AnyRow } from './repository.ts'

/** Something that a person wrote: when, and the words. */
export interface Readable {
  kind: string
  at: number
  text: string
}

/** Of the rows of a file those words that are worth reading on a page; of most files none. */
export function readablesOf(file: string, rows: AnyRow[]): Readable[] {
  const column = { posts: 'title', comments: 'content' }[file]
  if (column === undefined) return []
  return rows.map((row) => ({ kind: file, at: Number(row.created_at), text: String(row[column]) }))
}

const STYLE =
  'body{font:16px/1.5 system-ui,sans-serif;max-width:44rem;margin:2rem auto;padding:0 1rem;color:#1d1d1b}li{margin:.5rem 0}time{color:#6b6b66;display:block;font-size:.875rem}p{margin:0;white-space:pre-wrap;overflow-wrap:anywhere}'

/** A page by which the archive can be read without a program for JSON. */
export async function* indexPage(about: {
  username: string
  /** Rows by file. */
  counts: ReadonlyMap<string, number>
  madeAt: number
  texts(): AsyncIterable<Readable>
}): AsyncGenerator<string> {
  const { username, counts, madeAt, texts } = about
  yield `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escape(username)}</title><style>${STYLE}</style><h1>${escape(username)}</h1><p>Everything that is kept of this account, as of ${inWords(madeAt)}.</p><h2>Files</h2><ul>`
  for (const [file, count] of counts) yield `<li><a href="${file}">${file}</a>: ${count}</li>`
  yield '</ul>'
  let kind = ''
  for await (const readable of texts()) {
    if (readable.kind !== kind) {
      yield `${kind === '' ? '' : '</ul>'}<h2>${readable.kind === 'posts' ? 'Posts' : 'Comments'}</h2><ul>`
      kind = readable.kind
    }
    yield `<li><time>${inWords(readable.at)}</time><p dir="auto">${escape(readable.text)}</p></li>`
  }
  yield `${kind === '' ? '' : '</ul>'}</html>\n`
}

function inWords(time: number): string {
  return `${new Date(time).toISOString().slice(0, 16).replace('T', ' ')} UTC`
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
