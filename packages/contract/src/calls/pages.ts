import * as z from 'zod'
import { canonicalLanguage, DOMAIN_NAME } from '../domain-rules.ts'
import { POST_TITLE_MAX_LENGTH } from '../limits.ts'
import {
  PAGE_CONTENT_MAX_LENGTH,
  PAGE_LANGUAGES_MAX,
  PAGE_SLUG,
  PAGE_TEXTS_MAX_LENGTH,
  PAGES_MAX,
  pageTextsLength,
} from '../page-rules.ts'
import { actorId, id, matching, string, text, time } from '../schemas/scalars.ts'
import { onOneLine } from '../text.ts'
import type { Call } from './call.ts'

const domainName = matching(40, DOMAIN_NAME, 'Use 2 to 40 lowercase letters, digits and hyphens.').describe(
  'The domain’s name.',
)
const slug = matching(60, PAGE_SLUG, 'Use 1 to 60 lowercase letters, digits and hyphens.').describe(
  'The page’s name in its address, `/pages/{slug}`.',
)
const language = string(35)
  .refine((tag) => canonicalLanguage(tag) !== null, 'Must be a BCP 47 language tag, such as en or pt-BR.')
  .overwrite((tag) => canonicalLanguage(tag) ?? tag)

/** What a page says in one language. */
export const pageText = z.strictObject({
  title: text(POST_TITLE_MAX_LENGTH, onOneLine).describe('The title.'),
  postContent: string(PAGE_CONTENT_MAX_LENGTH).describe('JSON string of the blocks, as in posts.'),
})

const texts = z
  .record(language, pageText)
  .refine((all) => Object.keys(all).length > 0, 'Needs a text.')
  .refine((all) => Object.keys(all).length <= PAGE_LANGUAGES_MAX, 'Has too many languages.')
  .refine(
    (all) => pageTextsLength(all) <= PAGE_TEXTS_MAX_LENGTH,
    'Is too long in all languages together. Shorten it, or make several pages of it.',
  )
  .describe('Texts by language.')

/** A page of a domain in a list. */
export const pageSummary = z.object({
  id,
  slug,
  title: z.string().describe('In the domain’s language, or else in another one.'),
  languages: z.array(z.string()).describe('Languages of its latest version.'),
  isPublished: z.boolean().describe('Readers see it.'),
  hasDraft: z.boolean().describe('The latest version isn’t published.'),
  author: z.string().describe('Username of who saved it last; empty: nobody.'),
  savedAt: time.describe('When it was saved last.'),
})

/** A page of a domain, as its admins edit it. */
export const pageDetails = pageSummary.extend({
  domainName: z.string().describe('The domain’s name.'),
  language: z.string().describe('The domain’s language.'),
  revision: z.int().positive().describe('Counts its changes.'),
  texts: z
    .record(z.string(), z.object({ title: z.string(), postContent: z.string() }))
    .describe('The latest version, by language.'),
})

/** A page as readers see it. */
export const shownPage = z.object({
  id,
  slug,
  title: z.string().describe('The title.'),
  language: z.string().describe('Language of the text.'),
  postContent: z.string().describe('JSON string of the blocks, as in posts.'),
  publishedAt: time.describe('When this version was published.'),
})

const ERRORS = ['DOMAIN_NOT_FOUND', 'FORBIDDEN'] as const
const CHANGE_ERRORS = [...ERRORS, 'PAGE_NOT_FOUND', 'EDIT_CONFLICT'] as const
const revision = z
  .int()
  .positive()
  .describe('`revision` of the page that was edited. If it has changed, the call fails with EDIT_CONFLICT.')

/** Calls about static pages of domains. */
export const pageCalls = {
  pageShow: {
    method: 'GET',
    path: '/pages/{slug}',
    access: 'public',
    errors: ['PAGE_NOT_FOUND'],
    summary: 'A published page of the request’s domain.',
    input: z.object({ slug, language: language.optional().describe('Default: the domain’s language.') }),
    output: z.object({ page: shownPage }),
  },
  pageList: {
    method: 'GET',
    path: '/domains/{domainName}/pages',
    access: 'user',
    errors: ERRORS,
    summary: 'The pages of a domain, for its admins.',
    input: z.object({ domainName }),
    output: z.object({
      items: z.array(pageSummary).max(PAGES_MAX),
      language: z.string().describe('The domain’s language.'),
    }),
  },
  pageGet: {
    method: 'GET',
    path: '/domains/{domainName}/pages/{pageId}',
    access: 'user',
    errors: [...ERRORS, 'PAGE_NOT_FOUND'],
    summary: 'A page with its texts, for the domain’s admins.',
    input: z.object({ domainName, pageId: id.describe('Id of the page.') }),
    output: z.object({ page: pageDetails }),
  },
  pageSave: {
    method: 'POST',
    path: '/page/save',
    access: 'user',
    bodyLimit: 4 * 1024 * 1024,
    errors: [...CHANGE_ERRORS, 'PAGE_EXISTS'],
    summary: 'Save a page, or a new one. Readers see it once it is published. The same again changes nothing.',
    input: z.strictObject({
      domainName,
      pageId: id.optional().describe('Id of the page. Omitted: a new one.'),
      revision: revision.optional().describe('Needed for a page that is there: `revision` of what was edited.'),
      slug,
      texts,
      userId: actorId,
    }),
    output: z.object({ page: pageDetails }),
  },
  pagePublish: {
    method: 'POST',
    path: '/page/publish',
    access: 'user',
    errors: CHANGE_ERRORS,
    summary: 'Show the latest version of a page to readers, or no version.',
    input: z.strictObject({
      domainName,
      pageId: id.describe('Id of the page.'),
      revision,
      publish: z.boolean().describe('False takes it away from readers.'),
      userId: actorId,
    }),
    output: z.object({ page: pageDetails }),
  },
  pageDelete: {
    method: 'POST',
    path: '/page/delete',
    access: 'user',
    errors: [...ERRORS, 'PAGE_NOT_FOUND'],
    summary: 'Delete a page with all its texts.',
    input: z.strictObject({ domainName, pageId: id.describe('Id of the page.'), userId: actorId }),
    output: z.object({}),
  },
} as const satisfies Record<string, Call>
