import { type CallInput, PAGE_TEXTS_MAX_LENGTH } from '@stoa/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/harness.ts'
import { requestAsHost } from '../../../../test/request-as-host.ts'

type Member = Awaited<ReturnType<TestApp['member']>>

let stoa: TestApp
let admin: Member
let gardener: Member

beforeAll(async () => {
  stoa = await startTestApp({ STOA_URL: 'http://forum.example' })
  const { domains, servedDomains, domainSettings, accounts } = stoa.app.services
  await servedDomains.prepare()
  await domains.ensureDefaultCommunity()
  admin = await stoa.member('chief', { networkAdmin: true })
  const { domain } = await domainSettings.get('operator', 'default')
  const garden = { name: 'garden', host: 'garden.example', settings: domain.settings }
  await domainSettings.create('operator', garden, { isProven: true })
  gardener = await stoa.member('gardener')
  await accounts.setDomainAdmin('gardener', 'garden')
})
afterAll(() => stoa.close())

const content = (words: string) => JSON.stringify({ blocks: [{ type: 'paragraph', data: { text: words } }] })
const text = (title: string, words = title) => ({ title, postContent: content(words) })
const save = (input: Partial<CallInput<'pageSave'>> & { slug: string }, by = admin) => {
  const texts = { en: text('Rules') }
  return stoa.call('pageSave', { domainName: 'default', texts, ...input }, { token: by.token })
}
const publish = (about: { pageId: string; revision: number; publish?: boolean }, domainName = 'default') =>
  stoa.call('pagePublish', { domainName, publish: true, ...about }, { token: admin.token })
const at = (slug: string, { host = 'forum.example', language = '' } = {}) =>
  requestAsHost(stoa, `/api/pages/${slug}${language && `?language=${language}`}`, { headers: { host } })

test('readers see a page once it is published, in the version that was published', async () => {
  const { page } = (await save({ slug: 'rules' })).body.payload
  expect(page).toMatchObject({ revision: 1, isPublished: false, hasDraft: true, author: 'chief', title: 'Rules' })
  expect((await at('rules')).body.code).toBe('PAGE_NOT_FOUND')
  await publish({ pageId: page.id, revision: 1 })
  expect((await at('rules')).body.payload).toMatchObject({ page: { title: 'Rules', language: 'en' } })
  const about = { pageId: page.id, slug: 'rules' }
  const changed = await save({ ...about, revision: 1, texts: { en: text('New rules') } })
  expect(changed.body.payload.page).toMatchObject({ revision: 2, isPublished: true, hasDraft: true })
  expect((await at('rules')).body.payload).toMatchObject({ page: { title: 'Rules' } })
  await publish({ pageId: page.id, revision: 2 })
  expect((await at('rules')).body.payload).toMatchObject({ page: { title: 'New rules' } })
  await publish({ pageId: page.id, revision: 2, publish: false })
  expect((await at('rules')).status).toBe(404)
})

test('a page is shown in the reader’s language, else in the domain’s', async () => {
  const texts = { en: text('About'), de: text('Über uns') }
  const { page } = (await save({ slug: 'about', texts })).body.payload
  await publish({ pageId: page.id, revision: 1 })
  const titles = await Promise.all(['de-AT', 'fr', ''].map(async (language) => (await at('about', { language })).body))
  expect(titles.map(({ payload }) => (payload as { page: { title: string } }).page.title)).toEqual([
    'Über uns',
    'About',
    'About',
  ])
})

test('a page belongs to its domain, and to its admins', async () => {
  const { page } = (await save({ slug: 'imprint', domainName: 'garden' }, gardener)).body.payload
  await publish({ pageId: page.id, revision: 1 }, 'garden')
  expect((await at('imprint')).status).toBe(404)
  expect((await at('imprint', { host: 'garden.example' })).status).toBe(200)
  expect((await save({ slug: 'imprint' }, gardener)).body.code).toBe('FORBIDDEN')
  const elsewhere = { domainName: 'default', pageId: page.id }
  expect((await stoa.call('pageGet', elsewhere, { token: admin.token })).body.code).toBe('PAGE_NOT_FOUND')
  expect((await stoa.call('pageDelete', elsewhere, { token: admin.token })).body.code).toBe('PAGE_NOT_FOUND')
  const own = { domainName: 'garden', pageId: page.id }
  expect((await stoa.call('pageDelete', own, { token: gardener.token })).status).toBe(200)
  expect((await at('imprint', { host: 'garden.example' })).status).toBe(404)
})

test('names are unique; of two edits at once the second is refused with the first', async () => {
  const { page } = (await save({ slug: 'faq' })).body.payload
  expect((await save({ slug: 'faq' })).body.code).toBe('PAGE_EXISTS')
  const edit = (title: string, revision = 1) =>
    save({ pageId: page.id, slug: 'faq', revision, texts: { en: text(title) } })
  expect((await edit('First')).status).toBe(200)
  expect((await edit('Second')).body).toMatchObject({
    code: 'EDIT_CONFLICT',
    details: { page: { revision: 2, texts: { en: { title: 'First' } } } },
  })
  // The same again changes nothing.
  expect((await edit('First')).body.payload.page.revision).toBe(2)
  expect((await publish({ pageId: page.id, revision: 1 })).body.code).toBe('EDIT_CONFLICT')
})

test('what isn’t made of blocks is refused by path', async () => {
  const bad = await save({ slug: 'bad', texts: { en: { title: 'Bad', postContent: 'x' } } })
  expect(bad.body).toMatchObject({ code: 'VALIDATION_FAILED', details: [{ field: 'texts.en.postContent' }] })
  expect((await save({ slug: 'Not a name' })).body).toMatchObject({ details: [{ field: 'slug' }] })
})

test('all languages of a page together have a limit', async () => {
  const block = (words: string) => ({ type: 'paragraph', data: { text: words } })
  const contentOf = (blocks: object[]) => JSON.stringify({ blocks })
  /** A title and blocks of so many characters. */
  const long = (characters: number) => {
    const many = Array.from({ length: 10 }, () => block('x'.repeat(8000)))
    const rest = characters - 1 - contentOf([...many, block('')]).length
    return { title: 'T', postContent: contentOf([...many, block('x'.repeat(rest))]) }
  }
  const languages = ['en', 'de', 'fr', 'it', 'es', 'pt']
  const each = Math.ceil(PAGE_TEXTS_MAX_LENGTH / languages.length)
  const texts = (characters: number) => Object.fromEntries(languages.map((tag) => [tag, long(characters)]))
  const refused = await save({ slug: 'long', texts: texts(each) })
  expect([refused.status, refused.body.code, refused.body.details]).toMatchObject([
    ...[400, 'VALIDATION_FAILED'],
    [{ field: 'texts', message: expect.stringContaining('all languages together') }],
  ])
  expect((await save({ slug: 'long', texts: texts(each - 1) })).status).toBe(200)
})

test('a menu entry follows its page, and is hidden from readers while that is a draft', async () => {
  const { page } = (await save({ slug: 'help' })).body.payload
  const items = [{ id: 'help', kind: 'page' as const, target: page.id }]
  const saved = await stoa.call('menuSave', { name: 'default', revision: 0, items }, { token: admin.token })
  expect(saved.body.payload.menu.targets).toMatchObject([{ title: 'Rules', href: '/pages/help', problem: 'hidden' }])
  const menu = async () => (await requestAsHost(stoa, '/main-menu.json', { headers: { host: 'forum.example' } })).body
  expect((await menu()).items).toEqual([])
  await publish({ pageId: page.id, revision: 1 })
  expect((await menu()).items).toMatchObject([{ label: 'Rules', href: '/pages/help' }])
  await save({ pageId: page.id, revision: 1, slug: 'advice' })
  expect((await menu()).items).toMatchObject([{ href: '/pages/advice' }])
})
