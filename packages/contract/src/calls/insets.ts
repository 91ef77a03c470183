import * as z from 'zod'
import { DOMAIN_NAME } from '../domain-rules.ts'
import { INSET_ALT_MAX_LENGTH, INSET_NAME_MAX_LENGTH, INSET_SHARE_MAX, INSET_STATES, INSETS_MAX } from '../insets.ts'
import { httpUrl, isPublicFilePath } from '../rules.ts'
import { actorId, id, matching, string, text, time } from '../schemas/scalars.ts'
import type { Call } from './call.ts'

const domainName = matching(40, DOMAIN_NAME, 'Use 2 to 40 lowercase letters, digits and hyphens.').describe(
  'The domain’s name for operators.',
)

const shown = {
  image: string(500)
    .refine((path) => isPublicFilePath(path) && path.startsWith('/media/'), 'Upload a picture.')
    .describe('Address of its picture, an upload.'),
  alt: text(INSET_ALT_MAX_LENGTH).describe('Text for people who can’t see the picture.'),
  link: string(2000)
    .refine((address) => httpUrl(address) !== null, 'Must be an http or https link.')
    .describe('Where a press leads.'),
  share: z.int().min(1).max(INSET_SHARE_MAX).describe('Twice as much means twice as many views.'),
}

const written = {
  ...shown,
  name: text(INSET_NAME_MAX_LENGTH).describe('Its name for admins.'),
  startsAt: time.describe('When it is shown first, in ms.'),
  endsAt: time.nullable().describe('When it is no longer shown, in ms. Null: never.'),
}

/** An ad of a domain, as visitors get it. */
export const shownInset = z.object({ id, ...shown })

/** An ad of a domain, with its numbers, for the domain's admins. */
export const inset = z.object({
  id,
  ...written,
  image: z.string().describe('Address of its picture.'),
  link: z.string().describe('Where a press leads.'),
  alt: z.string().describe('Text for people who can’t see the picture.'),
  name: z.string().describe('Its name for admins.'),
  revision: z.int().positive().describe('Counts its changes.'),
  views: z.int().describe('How often it was seen.'),
  clicks: z.int().describe('How often it was pressed.'),
})

const ERRORS = ['DOMAIN_NOT_FOUND', 'FORBIDDEN'] as const

/** Calls about the ads of a domain, which its admins upload. */
export const insetCalls = {
  insetShown: {
    method: 'GET',
    path: '/insets',
    access: 'public',
    errors: [],
    summary: 'The ads that a page may show now, if the visitor allows them.',
    input: z.object({
      postId: id.optional().describe('The post that it is in, beside or below. Default: none.'),
      nextPostId: id.optional().describe('The post below it, in a feed. Default: none.'),
    }),
    output: z.object({
      provider: z.enum(['none', 'house', 'script']).describe('Where the domain’s ads come from.'),
      state: z
        .enum(INSET_STATES)
        .describe(
          '`ready`: they may be shown. `noConsent`: the visitor doesn’t allow them. `noContent`: a post beside it is hidden, pending or reported. `empty`: there are none now.',
        ),
      items: z.array(shownInset).max(INSETS_MAX).describe('To choose from by their share. Empty unless uploaded.'),
    }),
  },
  insetCount: {
    method: 'POST',
    path: '/insets/count',
    access: 'public',
    errors: [],
    summary: 'Count that an ad was seen or pressed, once per view.',
    input: z.strictObject({
      insetId: id.describe('The ad.'),
      viewId: matching(32, /^[0-9a-f]{32}$/, 'Must have 32 hexadecimal digits.').describe(
        'A random id of this view. A repeat counts nothing.',
      ),
      kind: z.enum(['view', 'click']).describe('What happened.'),
      userId: actorId,
    }),
    output: z.object({}),
  },
  insetList: {
    method: 'GET',
    path: '/domains/{name}/insets',
    access: 'user',
    errors: ERRORS,
    summary: 'All ads of a domain with their numbers, newest first. For its admins.',
    input: z.object({ name: domainName }),
    output: z.object({ items: z.array(inset).max(INSETS_MAX) }),
  },
  insetSave: {
    method: 'POST',
    path: '/insets/save',
    access: 'user',
    errors: [...ERRORS, 'NOT_FOUND', 'EDIT_CONFLICT'],
    summary: 'Add or change an ad of a domain. For its admins. The same again changes nothing.',
    input: z
      .strictObject({
        name: domainName,
        insetId: id.optional().describe('The ad to change. Omitted: a new one.'),
        revision: z
          .int()
          .positive()
          .optional()
          .describe(
            'Needed for an ad that is there: `revision` of what was edited. If it has changed, the call fails with EDIT_CONFLICT.',
          ),
        inset: z.strictObject(written).describe('The ad.'),
        userId: actorId,
      })
      .refine(({ inset: { startsAt, endsAt } }) => endsAt === null || endsAt > startsAt, {
        path: ['inset', 'endsAt'],
        error: 'Must be after the start.',
      }),
    output: z.object({ inset }),
  },
  insetDelete: {
    method: 'POST',
    path: '/insets/delete',
    access: 'user',
    errors: [...ERRORS, 'NOT_FOUND'],
    summary: 'Remove an ad of a domain with its numbers. For its admins.',
    input: z.strictObject({ name: domainName, insetId: id.describe('The ad.'), userId: actorId }),
    output: z.object({}),
  },
} as const satisfies Record<string, Call>
