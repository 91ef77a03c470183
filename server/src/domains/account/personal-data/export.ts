import type { CallOutput, Me } from '@stoa/contract'
import { Zip, ZipDeflate } from 'fflate'
import type { FileResponse } from '../../../platform/calls/handlers.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import { directionOf, type ReaderLanguage, wordsIn } from '../../../platform/languages/words.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { AccountService } from '../../people/accounts/index.ts'
import type { ExportLinks, SessionService } from '../../people/auth/index.ts'
import type { CommunityService } from '../../people/communities/index.ts'
import type { MessageService } from '../messages/index.ts'
import type { PersonalData } from './personal-columns.ts'
import { type AnyRow, personalDataRepository } from './repository.ts'

interface Dependencies extends Pick<Platform, 'database' | 'clock'> {
  sessions: Pick<SessionService, 'assertRecent'>
  exportLinks: Pick<ExportLinks, 'issue' | 'use'>
  accounts: Pick<AccountService, 'accountsOf' | 'lock' | 'profilesById'>
  communities: Pick<CommunityService, 'factsById'>
  messages: Pick<MessageService, 'asReceived'>
  personalData: readonly PersonalData[]
}

/** Rows per query; limits memory. */
const ROWS = 500

/** Data exports: requested with reauthentication, downloaded once by link. */
export function createExports(dependencies: Dependencies) {
  const { database, clock, sessions, exportLinks, accounts, communities, messages, personalData } = dependencies
  const read = () => personalDataRepository(database.read)

  /** A person's rows of a table, from all their accounts, in chunks. */
  async function* rowsOf(data: PersonalData, accountIds: string[]): AsyncGenerator<AnyRow[]> {
    const { by = 'id' } = data
    for (const userId of accountIds) {
      for (let after = ''; ; ) {
        const rows = await read().page(data, { userId, after, limit: ROWS })
        yield data.table === 'messages' && data.column === 'recipient_id' ? await messages.asReceived(rows) : rows
        if (rows.length < ROWS) break
        after = String(rows.at(-1)?.[by])
      }
    }
  }

  async function tokenNamesIn(rows: AnyRow[]): Promise<Map<string, string>> {
    const ids = rows.flatMap(({ community_id: id }) => (id ? [String(id)] : []))
    return new Map([...(await communities.factsById(ids))].map(([id, { tokenName }]) => [id, tokenName]))
  }

  async function* asJson(data: PersonalData, about: { ids: string[]; count(rows: number): void }) {
    const { without = [], json = [] } = 'file' in data.archive ? data.archive : {}
    let before = '['
    for await (const rows of rowsOf(data, about.ids)) {
      about.count(rows.length)
      const tokenNames = await tokenNamesIn(rows)
      for (const row of rows) {
        yield `${before}\n${JSON.stringify(shownRow(row, { without, json, tokenNames }))}`
        before = ','
      }
    }
    yield before === '[' ? '[]\n' : '\n]\n'
  }

  async function* filesOf(
    ids: string[],
    { username, reader }: { username: string; reader: ReaderLanguage },
  ): AsyncGenerator<ArchiveFile> {
    const counts = new Map<string, number>()
    for (const data of personalData) {
      if (!('file' in data.archive)) continue
      const name = `${data.archive.file}.json`
      const count = (rows: number) => counts.set(name, (counts.get(name) ?? 0) + rows)
      yield { name, parts: asJson(data, { ids, count }) }
    }
    const madeAt = clock.now()
    yield { name: 'index.html', parts: indexPage({ username, reader, counts, madeAt, texts: () => texts(ids) }) }
  }

  /** The person's texts, for the export's index page. */
  async function* texts(ids: string[]): AsyncGenerator<Readable> {
    for (const data of personalData) {
      if (!('file' in data.archive)) continue
      for await (const rows of rowsOf(data, ids)) yield* readablesOf(data.archive.file, rows)
    }
  }

  return {
    /** Creates a single-use link. Throws REAUTHENTICATION_REQUIRED, or RATE_LIMITED after a few a day. */
    async request(viewer: Me, sessionId: string, tx?: Transaction): Promise<CallOutput<'userExport'>> {
      const { token, expiresAt } = await database.transaction(async (tx) => {
        // Serializes concurrent requests.
        await accounts.lock(tx, viewer.id)
        await sessions.assertRecent(sessionId, tx)
        return exportLinks.issue(tx, viewer.id)
      }, tx)
      return { url: `/api/user/export/${token}`, expiresAt }
    },
    /** Consumes a link and returns its export, with an index for its reader. Throws NOT_FOUND for any invalid link. */
    async download(token: string, reader: ReaderLanguage): Promise<FileResponse> {
      const userId = await exportLinks.use(token)
      const ids = await accounts.accountsOf(userId)
      const username = (await accounts.profilesById([userId])).get(userId)?.username ?? ''
      const day = new Date(clock.now()).toISOString().slice(0, 10)
      return {
        name: `${username}-${day}.zip`,
        type: 'application/zip',
        parts: zipped(filesOf(ids, { username, reader })),
      }
    },
  }
}

/** A file of the export, in chunks of text. */
export interface ArchiveFile {
  name: string
  parts: AsyncIterable<string>
}

/** Streams a ZIP archive, holding at most one chunk in memory. */
async function* zipped(files: AsyncIterable<ArchiveFile>): AsyncGenerator<Uint8Array> {
  const ready: Uint8Array[] = []
  const encoder = new TextEncoder()
  const zip = new Zip((error, bytes) => {
    if (error) throw error
    ready.push(bytes)
  })
  for await (const { name, parts } of files) {
    const file = new ZipDeflate(name, { level: 6 })
    zip.add(file)
    for await (const part of parts) {
      file.push(encoder.encode(part))
      yield* ready.splice(0)
    }
    file.push(new Uint8Array(0), true)
    yield* ready.splice(0)
  }
  zip.end()
  yield* ready.splice(0)
}

/** A text by the person, with its time. */
export interface Readable {
  kind: string
  at: number
  text: string
}

/** The readable texts in a file's rows; most files have none. */
function readablesOf(file: string, rows: AnyRow[]): Readable[] {
  const column = { posts: 'title', comments: 'content' }[file]
  if (column === undefined) return []
  return rows.map((row) => ({ kind: file, at: Number(row.created_at), text: String(row[column]) }))
}

const STYLE =
  'body{font:16px/1.5 system-ui,sans-serif;max-width:44rem;margin:2rem auto;padding:0 1rem;color:#1d1d1b}li{margin:.5rem 0}time{color:#6b6b66;display:block;font-size:.875rem}p{margin:0;white-space:pre-wrap;overflow-wrap:anywhere}'

/** English texts of the index. */
const exportMessages = {
  'export.about': 'Everything that is kept of this account, as of {time} UTC.',
  'export.files': 'Files',
  'export.posts': 'Posts',
  'export.comments': 'Comments',
} as const

/** An index page for reading the export in a browser, in its reader's language. */
async function* indexPage(about: {
  username: string
  reader: ReaderLanguage
  /** Number of rows by file. */
  counts: ReadonlyMap<string, number>
  madeAt: number
  texts(): AsyncIterable<Readable>
}): AsyncGenerator<string> {
  const { username, reader, counts, madeAt, texts } = about
  const { language } = reader.config
  const t = wordsIn(reader, exportMessages)
  const times = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })
  yield `<!doctype html><html lang="${escape(language)}" dir="${directionOf(language)}"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escape(username)}</title><style>${STYLE}</style><h1>${escape(username)}</h1><p>${escape(t('export.about', { time: times.format(madeAt) }))}</p><h2>${escape(t('export.files'))}</h2><ul>`
  for (const [file, count] of counts) yield `<li><a href="${file}"><bdi dir="ltr">${file}</bdi></a>: ${count}</li>`
  yield '</ul>'
  let kind = ''
  for await (const readable of texts()) {
    if (readable.kind !== kind) {
      const title = t(readable.kind === 'posts' ? 'export.posts' : 'export.comments')
      yield `${kind === '' ? '' : '</ul>'}<h2>${escape(title)}</h2><ul>`
      kind = readable.kind
    }
    yield `<li><time>${times.format(readable.at)} UTC</time><p dir="auto">${escape(readable.text)}</p></li>`
  }
  yield `${kind === '' ? '' : '</ul>'}</html>\n`
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}

/** How to convert rows for their owner. */
export interface RowReading {
  /** Omitted columns. */
  without: readonly string[]
  /** Columns that contain JSON. */
  json: readonly string[]
  /** Token names of communities by id. */
  tokenNames: ReadonlyMap<string, string>
}

/** Converts a row for its owner: camel-case names, readable times and communities, parsed JSON. */
function shownRow(row: AnyRow, { without, json, tokenNames }: RowReading): object {
  const fields = Object.entries(row).filter(([column]) => !without.includes(column))
  const entries = fields.flatMap(([column, value]): [string, unknown][] => {
    const name = column.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
    if (column === 'community_id') return [[name, value], ...namesOf(String(value), tokenNames)]
    if (column.endsWith('_at')) return [[name, Number(value) > 0 ? new Date(Number(value)).toISOString() : null]]
    if (/^(is|has)_/.test(column)) return [[name, Boolean(value)]]
    return [[name, json.includes(column) && value ? JSON.parse(String(value)) : value]]
  })
  return Object.fromEntries(entries)
}

function namesOf(communityId: string, tokenNames: ReadonlyMap<string, string>): [string, unknown][] {
  const tokenName = tokenNames.get(communityId)
  return tokenName === undefined ? [] : [['tokenName', tokenName]]
}
