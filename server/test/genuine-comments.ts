import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { normalizeText } from '@stoa/contract'
import { realInput } from './real-input.ts'

const TALK = 'forum-threads/wikipedia-talk'
const MAIL = 'forum-threads/notmuch-mail'
/** Longer comments are split. */
const PART_LENGTH = 1000
const WORDPRESS = 'comment-exports/wordpress-wxr/theme-unit-test-data.xml'

/** Comments that people wrote on talk pages, mailing lists and blogs, long ones split; null: the data is missing. */
export function genuineComments(): string[] | null {
  const [talk, mail, wordpress] = [realInput(TALK), realInput(MAIL), realInput(WORDPRESS)]
  if (talk === null || mail === null || wordpress === null) return null
  return [...talkComments(talk), ...mails(mail), ...blogComments(wordpress)]
    .flatMap((text) => cut(text, PART_LENGTH))
    .map(normalizeText)
    .filter((text) => text !== '')
}

function talkComments(folder: string): string[] {
  return ['en-talk-threads.json', 'ckb-talk-threads.json'].flatMap((name) => {
    const { items } = JSON.parse(readFileSync(join(folder, name), 'utf8')) as {
      items: { type: string; text: string }[]
    }
    return items.filter(({ type }) => type === 'comment').map(({ text }) => text)
  })
}

/** Mails without headers and signature. Quotes and patches in them are kept. */
function mails(folder: string): string[] {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile() && !entry.name.startsWith('LICENCE'),
  )
  return files.map(({ parentPath, name }) => {
    const text = readFileSync(join(parentPath, name), 'latin1').replaceAll('\r\n', '\n')
    return text.slice(text.indexOf('\n\n') + 2).split(/^(?:-- ?$|_{10})/m)[0] ?? ''
  })
}

function blogComments(file: string): string[] {
  const matches = readFileSync(file, 'utf8').matchAll(/<wp:comment_content><!\[CDATA\[([^\]]*)\]\]>/g)
  return [...matches].map(([, text = '']) => text)
}

function cut(text: string, length: number): string[] {
  const parts = []
  for (let at = 0; at < text.length; at += length) parts.push(text.slice(at, at + length))
  return parts
}
