import * as z from 'zod'
import { accentColors } from '../accent.ts'
import {
  BASE_PATH,
  canonicalLanguage,
  DOMAIN_NAME,
  mappedPrefix,
  URL_MAPPINGS_MAX,
  URL_SECTION,
} from '../domain-rules.ts'
import { DOMAIN_LANGUAGES_MAX, DOMAIN_TEXTS_MAX } from '../languages.ts'
import { MONEY_LIMIT_MAX, MONEY_LIMITS, NEW_ACCOUNT_DAYS_MAX, PROMOTION_DAY_PRICE_MAX, parseAmount } from '../money.ts'
import { COMMUNITY_FOUNDERS } from '../policy/communities.ts'
import { httpUrl, isOwnPath, RESERVED_WORDS, TOKEN_NAME } from '../rules.ts'
import { DENSITIES, FONT_PATH, RADII } from '../theme.ts'
import { isTimeZone } from '../time-zone.ts'
import { id, newTokenName, string } from './scalars.ts'

/** A path of the forum or an http(s) address. */
const link = string(2000).refine(
  (address) => isOwnPath(address) || httpUrl(address) !== null,
  'must be a path or an http(s) address',
)

const tokens = z.int().nonnegative().max(MONEY_LIMIT_MAX)
const moneyLimits = z.strictObject({
  twoPeopleAbove: tokens
    .default(MONEY_LIMITS.twoPeopleAbove)
    .describe('Two cashiers decide about a cash-out above this.'),
  perDay: tokens
    .nullable()
    .default(null)
    .describe(
      'What a person may tip, send, cash out and withdraw in 24 hours; promotions count, too. A cashier decides about more, and more is not withdrawn. Null: no limit.',
    ),
  newAccountPerDay: tokens.nullable().default(null).describe('The same for new accounts. Null: no limit.'),
  newAccountDays: z
    .int()
    .min(1)
    .max(NEW_ACCOUNT_DAYS_MAX)
    .default(MONEY_LIMITS.newAccountDays)
    .describe('How long an account is new.'),
})

/** Where ads come from. The address ends up in a content security policy, so it has no character that ends a source there. */
const ads = z
  .strictObject({
    provider: z.enum(['none', 'house', 'script']).default('none').describe('`house`: ads that admins upload.'),
    scriptUrl: string(500)
      .trim()
      .refine(
        (address) =>
          httpUrl(address)?.protocol === 'https:' && /^[\x21-\x7E]+$/.test(address) && !/[;,'"<>\\]/.test(address),
        'must be an https address without spaces, quotes, commas and semicolons',
      )
      .optional()
      .describe('Script of the provider `script`.'),
  })
  .refine(({ provider, scriptUrl }) => provider !== 'script' || scriptUrl !== undefined, {
    path: ['scriptUrl'],
    error: 'must be the script’s https address',
  })

/** A domain's own client at a sign-in provider. */
const ownProvider = z.strictObject({
  id: string(40)
    .regex(/^[a-z][a-z0-9-]{1,39}$/, 'must be the id of a provider, such as google')
    .describe('Id of the provider.'),
  clientId: string(500)
    .trim()
    .regex(/^[\x21-\x7E]+$/, 'must be what the provider has given you')
    .describe('Id of the domain’s client there.'),
  keyId: id.describe('Id of its secret, from `domainKeyAdd`.'),
})

/** Communities of a domain that belong together. */
const section = z.strictObject({
  name: string(200).trim().min(1).max(40).describe('Its name in the directory.'),
  slug: string(40)
    .regex(DOMAIN_NAME, 'must have 2 to 40 lowercase letters, digits and hyphens')
    .describe('Its name in addresses.'),
  communities: z
    .array(newTokenName)
    .min(1, 'must name a community')
    .max(100)
    .describe('Token names of its communities.'),
  admins: z.array(id).max(20).describe('Ids of its admins, who moderate its communities.'),
})

const isUnique = (values: readonly string[]) => new Set(values).size === values.length

const fontFile = string(100).regex(FONT_PATH, 'must be a font file of this forum, such as /fonts/….woff2')
/** Percentage of the size of a font. */
const percentage = z.number().min(1).max(400)

/** A domain's own font. */
export const ownFont = z.strictObject({
  regular: fontFile.describe('Path of the file.'),
  bold: fontFile.optional().describe('Omitted: the regular file has all weights, or browsers embolden it.'),
  fallback: z
    .strictObject({
      sizeAdjust: percentage.describe('As `size-adjust` in CSS.'),
      ascent: percentage.describe('As `ascent-override`.'),
      descent: z.number().min(0).max(400).describe('As `descent-override`.'),
      lineGap: z.number().min(0).max(400).describe('As `line-gap-override`.'),
    })
    .describe('Metrics in percent that the fallback font gets, so that nothing moves once the file has loaded.'),
})

const languageTag = string(35)
  .refine((tag) => canonicalLanguage(tag) !== null, 'must be a BCP 47 language tag, such as en or pt-BR')
  .overwrite((tag) => canonicalLanguage(tag) ?? tag)

const messageKey = string(100).regex(/^[\w-]+(?:\.[\w-]+)+$/, 'must be the key of a text')
/** A domain's own text. */
const ownText = z.strictObject({
  text: string(2000).trim().min(1).describe('The text, as an ICU message.'),
  source: string(12).describe('Hash of the English text for which it was written.'),
})

const token = string(40).regex(TOKEN_NAME, 'must have 5 to 7 upper-case letters')

/** Where the addresses of one community begin. */
const mappedCommunity = z
  .strictObject({
    tokenName: token.describe('Token name of the community.'),
    basePath: string(100)
      .regex(BASE_PATH, 'must be a path such as /forum, with lowercase letters, digits and hyphens')
      .describe('Its addresses begin with this path.'),
    section: string(40)
      .regex(URL_SECTION, 'must have lowercase letters, digits and hyphens')
      .optional()
      .describe('Follows the base path, before the community’s name.'),
  })
  .superRefine((mapped, { addIssue }) => {
    const reserved = mappedPrefix(mapped)
      .split('/')
      .find((word) => RESERVED_WORDS.has(word))
    if (reserved) addIssue({ code: 'custom', path: ['basePath'], message: `“${reserved}” is a reserved word` })
  })

/** A domain's settings, as an operator writes them. */
export const domainSettings = z.strictObject({
  defaultTokenName: token.default('FORUM').describe('Token name of the default community.'),
  language: languageTag.default('en').describe('Language and direction of the interface, as a BCP 47 tag.'),
  languages: z
    .array(languageTag)
    .max(DOMAIN_LANGUAGES_MAX)
    .refine(isUnique, 'must name each language once')
    .optional()
    .describe('Languages that readers may choose besides `language`. Omitted: all that Stoa has complete texts in.'),
  texts: z
    .record(languageTag, z.record(messageKey, ownText))
    .refine(
      (all) => Object.values(all).reduce((sum, texts) => sum + Object.keys(texts).length, 0) <= DOMAIN_TEXTS_MAX,
      `must be at most ${DOMAIN_TEXTS_MAX} texts`,
    )
    .optional()
    .describe('The domain’s own words instead of single texts of the interface, by language and key.'),
  timeZone: string(60)
    .refine(isTimeZone, 'must be a time zone, such as Europe/Paris')
    .default('UTC')
    .describe('Time zone of the domain’s numbers and mails.'),
  domainDisplayName: string(200)
    .trim()
    .min(1)
    .max(40)
    .default('Stoa')
    .describe('Name in the header, titles and mails.'),
  logoLink: link.default('/favicon.svg').describe('The logo in the header.'),
  faviconLink: link.optional().describe('The icon of browser tabs. Omitted: the logo.'),
  accent: string(20)
    .toLowerCase()
    .refine((accent) => accentColors(accent) !== null, 'must be a color such as #0b5563, dark enough for text')
    .optional()
    .describe('Color of links and buttons; communities may have their own. Omitted: the product’s.'),
  radius: z.enum(RADII).default('medium').describe('How round corners are.'),
  density: z.enum(DENSITIES).default('comfortable').describe('How close things are to each other.'),
  font: ownFont.optional().describe('The domain’s own font. Omitted: that of the reader’s system.'),
  poweredBy: z.boolean().default(true).describe('Pages say “Powered by Stoa”.'),
  privacyLink: link.nullable().default(null).describe('The privacy policy. Null: none.'),
  termsLink: link.nullable().default(null).describe('The terms of use. Null: none.'),
  faqLink: link.nullable().default(null).describe('Frequently asked questions. Null: none.'),
  enableForumPicker: z.boolean().default(true).describe('The list of communities is shown.'),
  communityFounders: z.enum(COMMUNITY_FOUNDERS).default('members').describe('Who may create communities.'),
  isSingleTokenDomain: z.boolean().default(false).describe('Only the default community is shown, at `/`.'),
  ads: ads.prefault({}).describe('Where ads come from.'),
  consent: z
    .enum(['off', 'required'])
    .default('off')
    .describe('`required`: visitors are asked before ads and statistics start.'),
  stakingButton: z
    .boolean()
    .default(false)
    .describe('With money, the header links to the wallet in the community’s token.'),
  money: z.boolean().default(false).describe('Members have wallets, and can tip and transfer. Default false.'),
  promotionDayPrice: string(20)
    .trim()
    .refine((typed) => 'units' in parseAmount(typed, { max: PROMOTION_DAY_PRICE_MAX }), 'must be an amount such as 0.5')
    .default('1')
    .describe('Lowest price for promoting a post for a day, in tokens of its community.'),
  moneyLimits: moneyLimits.optional().describe('What cashiers must approve, in whole tokens. Omitted: the defaults.'),
  sections: z
    .array(section)
    .max(50)
    .refine((all) => isUnique(all.map(({ slug }) => slug)), 'must have different slugs')
    .refine((all) => isUnique(all.flatMap(({ communities }) => communities)), 'must have each community once')
    .optional()
    .describe('Groups of communities in the directory, each of which may have admins.'),
  ownProviders: z
    .array(ownProvider)
    .max(20)
    .refine((own) => isUnique(own.map(({ id }) => id)), 'must name each provider once')
    .optional()
    .describe('Sign-in providers at which the domain has a client of its own.'),
  urlMapping: z
    .array(mappedCommunity)
    .max(URL_MAPPINGS_MAX)
    .superRefine((all, { addIssue }) => {
      for (const [index, { tokenName }] of all.entries())
        if (all.findIndex((one) => one.tokenName === tokenName) < index)
          addIssue({ code: 'custom', path: [index, 'tokenName'], message: `${tokenName} is listed twice` })
    })
    .default([])
    .describe('Communities with addresses other than `/bbs/{name}`. Their former addresses redirect.'),
  signInProviders: z
    .array(string(40))
    .min(1, 'must name at least one way')
    .max(50)
    .optional()
    .describe('Offered sign-in methods, in order. Omitted: all available ones.'),
})
