import * as z from 'zod'
import { canonicalLanguage, DOMAIN_NAME } from '../domain-rules.ts'
import {
  MENU_AUDIENCES,
  MENU_ITEMS_MAX,
  MENU_KINDS,
  MENU_LABEL_MAX_LENGTH,
  MENU_LANGUAGES_MAX,
  menuTargetProblem,
} from '../main-menu.ts'
import { actorId, matching, string, text, time } from '../schemas/scalars.ts'
import { onOneLine } from '../text.ts'
import type { Call } from './call.ts'

const name = matching(40, DOMAIN_NAME, 'Use 2 to 40 lowercase letters, digits and hyphens.').describe(
  'The domain’s name.',
)
const language = string(35)
  .refine((tag) => canonicalLanguage(tag) !== null, 'Must be a BCP 47 language tag, such as en or pt-BR.')
  .overwrite((tag) => canonicalLanguage(tag) ?? tag)
const kind = z.enum(MENU_KINDS)

const fields = {
  id: matching(40, /^[\w-]{1,40}$/, 'Use up to 40 letters, digits, hyphens and underscores.').describe(
    'Chosen by the editor; unique within the menu.',
  ),
  kind: kind.describe('What it leads to.'),
  target: string(2000).describe(
    'Token name of a community, id of a post, topic or page, or for `link` an own path or an address with http(s) or mailto.',
  ),
  labels: z
    .record(language, text(MENU_LABEL_MAX_LENGTH, onOneLine))
    .refine((labels) => Object.keys(labels).length <= MENU_LANGUAGES_MAX, 'Has too many languages.')
    .default({})
    .describe('Labels by language. Without one it has its target’s title.'),
  audience: z.enum(MENU_AUDIENCES).default('everyone').describe('Who sees it.'),
  languages: z
    .array(language)
    .max(MENU_LANGUAGES_MAX)
    .default([])
    .describe('Languages in which it is shown. Empty: all.'),
}

type Fields = z.output<z.ZodObject<typeof fields>>

function refuseImpossible(item: Fields, context: z.RefinementCtx): void {
  const problem = menuTargetProblem(item)
  if (problem !== null) context.addIssue({ code: 'custom', path: ['target'], message: problem })
  if (item.kind === 'link' && Object.keys(item.labels).length === 0)
    context.addIssue({ code: 'custom', path: ['labels'], message: 'A link needs a label.' })
}

/** An item below another one. */
export const menuSubitem = z.strictObject(fields).superRefine(refuseImpossible)

/** An item of a domain's main menu. */
export const menuItem = z
  .strictObject({
    ...fields,
    items: z.array(menuSubitem).max(MENU_ITEMS_MAX).default([]).describe('Items below it.'),
  })
  .superRefine(refuseImpossible)

const items = z
  .array(menuItem)
  .max(MENU_ITEMS_MAX, `Must have at most ${MENU_ITEMS_MAX} items.`)
  .superRefine((all, context) => {
    const known = new Set<string>()
    const note = (id: string, path: (string | number)[]) => {
      if (known.has(id))
        context.addIssue({ code: 'custom', path: [...path, 'id'], message: 'Another item has this id.' })
      known.add(id)
    }
    for (const [index, item] of all.entries()) {
      note(item.id, [index])
      for (const [below, { id }] of item.items.entries()) note(id, [index, 'items', below])
    }
  })
  .describe('The items in order.')

/** What an item leads to at present, for admins. */
export const menuTarget = z.object({
  kind,
  target: z.string().describe('As the item has it.'),
  title: z.string().describe('Its title. Empty if it has none or isn’t there.'),
  href: z.string().describe('Its address. Empty if it isn’t there.'),
  problem: z
    .enum(['missing', 'hidden'])
    .nullable()
    .describe('`missing`: it was deleted, or never was on this domain. `hidden`: not everybody may open it.'),
})

/** A domain's main menu, as its admins edit it. */
export const domainMenu = z.object({
  name,
  language: z.string().describe('The domain’s language.'),
  revision: z.int().nonnegative().describe('Counts its changes; 0: it was never saved.'),
  items,
  targets: z.array(menuTarget).describe('What the items lead to, each once.'),
  author: z.string().describe('Username of who saved it last; empty: nobody.'),
  savedAt: time.nullable().describe('When it was saved last. Null: never.'),
})

const link = {
  id: z.string().describe('Id of the item.'),
  kind: kind.describe('What it leads to.'),
  target: z.string().describe('Token name or id of what it leads to; for `link` its address.'),
  label: z.string().describe('Its text.'),
  href: z.string().describe('Its address: a path on the own domain.'),
}

/** An entry of the main menu, as a reader sees it. */
export const menuLink = z.object({
  ...link,
  items: z.array(z.object(link)).describe('Entries below it.'),
})

const ERRORS = ['DOMAIN_NOT_FOUND', 'FORBIDDEN'] as const

/** Calls about the main menus of domains. */
export const mainMenuCalls = {
  menuShow: {
    method: 'GET',
    path: '/main-menu',
    access: 'optional',
    errors: [],
    summary: 'The main menu of the request’s domain, as the caller sees it.',
    input: z.object({ language: language.optional().describe('Language of the labels. Default: the domain’s.') }),
    output: z.object({ items: z.array(menuLink) }),
  },
  menuGet: {
    method: 'GET',
    path: '/domains/{name}/menu',
    access: 'user',
    errors: ERRORS,
    summary: 'A domain’s main menu with all items, for its admins.',
    input: z.object({ name }),
    output: z.object({ menu: domainMenu }),
  },
  menuCheck: {
    method: 'POST',
    rate: 'read',
    path: '/main-menu/check',
    access: 'user',
    bodyLimit: 2 * 1024 * 1024,
    errors: ERRORS,
    summary: 'Check items without saving them, and learn what they lead to. Errors name the items by path.',
    input: z.strictObject({ name, items, userId: actorId }),
    output: z.object({ items, targets: z.array(menuTarget) }),
  },
  menuSave: {
    method: 'POST',
    path: '/main-menu',
    access: 'user',
    bodyLimit: 2 * 1024 * 1024,
    errors: [...ERRORS, 'EDIT_CONFLICT'],
    summary: 'Save a domain’s main menu. In force at once. The same items again change nothing.',
    input: z.strictObject({
      name: name.optional().describe('The domain’s name. Default: the one of the request’s host.'),
      revision: z
        .int()
        .nonnegative()
        .describe('`revision` of the menu that was edited. If it has changed, the call fails with EDIT_CONFLICT.'),
      items,
      userId: actorId,
    }),
    output: z.object({ menu: domainMenu }),
  },
} as const satisfies Record<string, Call>
