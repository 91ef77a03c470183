import {
  accountIdsOf,
  type CallParsedInput,
  canConfigureDomain,
  closestLanguage,
  type FieldIssue,
  type Me,
  PAGES_MAX,
  type PageDetails,
  type PageSummary,
  type PageText,
  type ShownPage,
} from '@stoa/contract'
import type { Transaction } from '../../../platform/database/database.ts'
import { assertAllowed, DomainError } from '../../../platform/domain-error.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { AccountService, OperatorLog } from '../../people/accounts/index.ts'
import { type MediaAddresses, type MediaService, shownContent } from '../../people/media/index.ts'
import type { Domain, DomainService } from '../../people/tenants/index.ts'
import { parsePostContent } from '../posts/index.ts'
import { type PageRow, type PageSummaryRow, pageRepository } from './repository.ts'

interface Dependencies extends Pick<Platform, 'database' | 'clock' | 'ids'> {
  accounts: Pick<AccountService, 'profilesById'>
  operatorLog: Pick<OperatorLog, 'act'>
  domains: Pick<DomainService, 'stored'>
  media: MediaAddresses
  uploaded: Pick<MediaService, 'setUses'>
}

type Texts = Record<string, PageText>
type Names = ReadonlyMap<string, { username: string }>

/** Static pages of domains: edited by their admins, read by everybody once they are published. */
export function createPages(dependencies: Dependencies) {
  const { database, clock, ids, accounts, operatorLog, domains, media, uploaded } = dependencies
  const read = (tx?: Transaction) => pageRepository(database.from(tx))

  function domainNamed(name: string): Domain {
    const domain = domains.stored.find((one) => one.name === name)
    if (!domain) throw new DomainError('DOMAIN_NOT_FOUND')
    return domain
  }

  async function details(row: PageRow, tx?: Transaction): Promise<PageDetails> {
    const { config } = domainNamed(row.domain_name)
    const authors = await accounts.profilesById([row.author_id], tx)
    const { language } = config
    return {
      ...summaryOf(row, { language, authors }),
      domainName: row.domain_name,
      language,
      revision: row.revision,
      texts: shownTexts(JSON.parse(row.texts)),
    }
  }

  function shownTexts(texts: Texts): Texts {
    const shown = ({ title, postContent }: PageText) => ({ title, postContent: shownContent(postContent, media) })
    return Object.fromEntries(Object.entries(texts).map(([language, text]) => [language, shown(text)]))
  }

  /** A page, locked; throws EDIT_CONFLICT with it if it isn't the edited revision any more. */
  async function lock(
    tx: Transaction,
    { domainName, pageId, revision }: { domainName: string; pageId: string; revision?: number | undefined },
  ): Promise<PageRow> {
    const row = await pageRepository(tx.connection).lock(pageId, database.dialect)
    if (row?.domain_name !== domainName) throw new DomainError('PAGE_NOT_FOUND')
    if (revision !== undefined && row.revision !== revision)
      throw new DomainError('EDIT_CONFLICT', { page: await details(row, tx) })
    return row
  }

  /** Uploads that a page shows, to readers or to its admins, are kept. */
  async function keepFiles(tx: Transaction, viewer: Me, { id, ...row }: PageRow): Promise<void> {
    await uploaded.setUses(tx, { entityId: id, ownerIds: accountIdsOf(viewer) }, [
      ...addressesOf(row.texts),
      ...addressesOf(row.published_texts),
    ])
  }

  async function put(work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (error) {
      if (database.dialect.isUniqueViolation(error)) throw new DomainError('PAGE_EXISTS')
      throw error
    }
  }

  return {
    /** A published page of a domain, in the reader's language if it has a text in that. */
    async show(
      { name, config }: Pick<Domain, 'name' | 'config'>,
      { slug, language = config.language }: { slug: string; language?: string | undefined },
    ): Promise<{ page: ShownPage }> {
      const row = await read().shown(name, slug)
      if (!row || row.published_texts === '') throw new DomainError('PAGE_NOT_FOUND')
      const texts: Texts = JSON.parse(row.published_texts)
      const [tag, { title, postContent }] = textFor(texts, [language, config.language])
      const page = { id: row.id, slug, title, language: tag, publishedAt: Number(row.published_at) }
      return { page: { ...page, postContent: shownContent(postContent, media) } }
    },
    /** What menus need of pages; unknown ones are left out. */
    async linksOf(domain: Pick<Domain, 'name' | 'config'>, pageIds: readonly string[], tx?: Transaction) {
      const rows = await read(tx).summaries(domain.name, pageIds)
      return new Map(
        rows.map((row) => {
          const isPublished = row.published_titles !== ''
          const titles = JSON.parse(isPublished ? row.published_titles : row.titles)
          return [row.id, { slug: row.slug, title: titleIn(titles, domain.config.language), isPublished }]
        }),
      )
    },
    async list(viewer: Me, domainName: string): Promise<{ items: PageSummary[]; language: string }> {
      assertAllowed(canConfigureDomain(viewer, domainName))
      const { language } = domainNamed(domainName).config
      const rows = await read().list(domainName)
      const authors = await accounts.profilesById(rows.map(({ author_id: id }) => id))
      return { items: rows.map((row) => summaryOf(row, { language, authors })), language }
    },
    async get(viewer: Me, { domainName, pageId }: { domainName: string; pageId: string }) {
      assertAllowed(canConfigureDomain(viewer, domainName))
      domainNamed(domainName)
      const row = await read().at(domainName, pageId)
      if (!row) throw new DomainError('PAGE_NOT_FOUND')
      return { page: await details(row) }
    },
    async save(viewer: Me, input: CallParsedInput<'pageSave'>, tx?: Transaction): Promise<{ page: PageDetails }> {
      const { domainName, pageId, revision, slug } = input
      assertAllowed(canConfigureDomain(viewer, domainName))
      domainNamed(domainName)
      const checked = checkedTexts(input.texts)
      const texts = JSON.stringify(checked)
      if (pageId !== undefined && revision === undefined)
        throw new DomainError('VALIDATION_FAILED', [{ field: 'revision', message: 'Needed for a page that is there.' }])
      const titles = JSON.stringify(titlesOf(checked))
      const change = { slug, texts, titles, author_id: viewer.id, saved_at: clock.now() }
      return database.transaction(async (tx) => {
        const repository = pageRepository(tx.connection)
        if (pageId === undefined) {
          if ((await repository.list(domainName)).length >= PAGES_MAX)
            throw new DomainError('VALIDATION_FAILED', [
              { field: 'slug', message: `A domain has at most ${PAGES_MAX} pages.` },
            ])
          const row = {
            ...change,
            id: ids.next(),
            domain_name: domainName,
            revision: 1,
            published_texts: '',
            published_titles: '',
            has_draft: 1,
            published_at: 0,
          }
          await put(() => repository.insert(row))
          await keepFiles(tx, viewer, row)
          return { page: await details(row, tx) }
        }
        const before = await lock(tx, { domainName, pageId })
        if (before.slug === slug && before.texts === texts) return { page: await details(before, tx) }
        if (before.revision !== revision) throw new DomainError('EDIT_CONFLICT', { page: await details(before, tx) })
        const has_draft = Number(before.published_texts !== texts)
        const row = { ...before, ...change, has_draft, revision: revision + 1 }
        await put(() => repository.update(row))
        await keepFiles(tx, viewer, row)
        return { page: await details(row, tx) }
      }, tx)
    },
    async publish(viewer: Me, input: CallParsedInput<'pagePublish'>, tx?: Transaction): Promise<{ page: PageDetails }> {
      assertAllowed(canConfigureDomain(viewer, input.domainName))
      domainNamed(input.domainName)
      return database.transaction(async (tx) => {
        const before = await lock(tx, input)
        const row = input.publish
          ? {
              ...before,
              published_texts: before.texts,
              published_titles: before.titles,
              has_draft: 0,
              published_at: clock.now(),
            }
          : { ...before, published_texts: '', published_titles: '', has_draft: 1, published_at: 0 }
        await pageRepository(tx.connection).update(row)
        await keepFiles(tx, viewer, row)
        const act = input.publish ? 'published page of' : 'unpublished page of'
        await operatorLog.act(tx, viewer, { act, detail: input.domainName })
        return { page: await details(row, tx) }
      }, tx)
    },
    async remove(viewer: Me, about: { domainName: string; pageId: string }, tx?: Transaction): Promise<void> {
      assertAllowed(canConfigureDomain(viewer, about.domainName))
      domainNamed(about.domainName)
      await database.transaction(async (tx) => {
        await lock(tx, { domainName: about.domainName, pageId: about.pageId })
        await uploaded.setUses(tx, { entityId: about.pageId, ownerIds: accountIdsOf(viewer) }, [])
        await pageRepository(tx.connection).remove(about.pageId)
        await operatorLog.act(tx, viewer, { act: 'deleted page of', detail: about.domainName })
      }, tx)
    },
  }
}

/** Texts whose blocks are valid; throws VALIDATION_FAILED otherwise. */
function checkedTexts(texts: Texts): Texts {
  const issues: FieldIssue[] = []
  const checked = Object.entries(texts).map(([language, { title, postContent }]): [string, PageText] => {
    const content = parsePostContent(postContent)
    if ('issues' in content) {
      issues.push(...content.issues.map(({ field, message }) => ({ field: `texts.${language}.${field}`, message })))
      return [language, { title, postContent }]
    }
    return [language, { title, postContent: JSON.stringify(content.document) }]
  })
  if (issues.length > 0) throw new DomainError('VALIDATION_FAILED', issues)
  return Object.fromEntries(checked)
}

/** The text in the first of the languages that there is, or else any. */
function textFor(texts: Texts, languages: readonly string[]): [language: string, text: PageText] {
  const all = Object.keys(texts)
  const found = languages.map((language) => closestLanguage(all, language)).find((one) => one !== undefined)
  const language = found ?? all[0] ?? ''
  return [language, texts[language] ?? { title: '', postContent: '{"blocks":[]}' }]
}

const titlesOf = (texts: Texts): Record<string, string> =>
  Object.fromEntries(Object.entries(texts).map(([language, { title }]) => [language, title]))

/** The title in a language, or else in any. */
function titleIn(titles: Record<string, string>, language: string): string {
  const all = Object.keys(titles)
  return titles[closestLanguage(all, language) ?? all[0] ?? ''] ?? ''
}

/** Addresses of uploads in texts. */
function addressesOf(texts: string): string[] {
  return texts.match(/\/media\/[0-9A-Za-z]{20}\/[\w.-]{1,100}/g) ?? []
}

function summaryOf(row: PageSummaryRow, { language, authors }: { language: string; authors: Names }): PageSummary {
  const titles: Record<string, string> = JSON.parse(row.titles)
  return {
    id: row.id,
    slug: row.slug,
    title: titleIn(titles, language),
    languages: Object.keys(titles),
    isPublished: row.published_titles !== '',
    hasDraft: Boolean(row.has_draft),
    author: authors.get(row.author_id)?.username ?? '',
    savedAt: Number(row.saved_at),
  }
}
