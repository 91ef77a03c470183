/**
 * English texts of what is wrong with a field. Schemas and services write them out where they check, since a schema's
 * issue has only a text; `fieldProblem` recognizes them. Translations may have plural forms for `max`, `min` and `count`.
 */
export const fieldMessages = {
  'field.missing': 'This field is missing.',
  'field.unknown': 'This field is unknown.',
  'field.empty': 'Must not be empty.',
  'field.tooLong': 'Must have at most {max} characters.',
  'field.tooShort': 'Must have at least {min} characters.',
  'field.tooMany': 'Must have at most {max} items.',
  'field.tooFew': 'Must have at least {min} items.',
  'field.tooLarge': 'Must be at most {max}.',
  'field.tooSmall': 'Must be at least {min}.',
  'field.wholeNumber': 'Must be a whole number.',
  'field.type': 'Invalid input: expected {expected}, received {received}',
  'field.choice': 'Invalid option: expected one of {options}',
  'field.invalid': 'Invalid input',
  // Accounts.
  'field.email': 'This is not a valid email address.',
  'field.username': 'Use 3 to 20 letters, digits or underscores.',
  'field.password': 'Use at least 8 characters with upper and lower case, a digit and one of @$!%*#?&^_-',
  'field.guessedPassword': 'This password is too easy to guess. Please choose another one.',
  'field.sixDigits': 'Must be 6 digits.',
  'field.mailCode': 'Use the {count} digits of the mail.',
  'field.confirmUsername': 'Type your username.',
  'field.confirm': 'Type {name}.',
  'field.timeOfDay': 'Must be a time such as 22:00.',
  'field.sameTimes': 'Choose two different times.',
  'field.chainAddress': 'Must be an address such as 0x….',
  // Posts.
  'field.link': 'Must be an http or https link.',
  'field.mediaLink': 'Must be an http or https link, or the path of a public file.',
  'field.encodedLength': 'Must have at most {max} characters, where a letter such as ü counts as six.',
  'field.notPublic': 'This isn’t one of the forum’s public files.',
  'field.otherMedia': 'This file is of another kind: pictures, videos and recordings each have their own block.',
  'field.noPicture': 'No picture can be loaded from this address.',
  'field.removedFile': 'A moderator has removed this file. It can’t be used again.',
  'field.goneFile': 'This upload no longer exists. Upload the file again.',
  'field.blocks': 'Must have at most {max} blocks.',
  'field.cells': 'Must have at most {max} list items and table cells.',
  'field.parts': 'Has too many parts, or is nested too deeply.',
  'field.option': 'This option is already in the list.',
  'field.topic': 'Choose a topic.',
  'field.captions': 'Add captions to each video and recording first.',
  'field.pollEnd': 'Say when the poll closes, so that its results can be seen.',
  'field.future': 'Must be in the future.',
  'field.withinYear': 'Must be within a year.',
  'field.reminder': 'Choose a time within the next year.',
  'field.schedule': 'Scheduled time must be in the future and within one month',
  'field.slug': 'Use letters and digits, joined by single hyphens.',
  'field.slugTaken': 'Another post here has or had this address.',
  'field.reserved': 'This word is reserved.',
  'field.shortLink': 'Only pages of this forum and of registered sites have short links.',
  // Communities and moderation.
  'field.tokenName': 'Name must be 5-7 uppercase characters',
  'field.communitySlug': 'Use lowercase letters, digits and single hyphens only.',
  'field.likeId': 'This looks like an id.',
  'field.titleTaken': 'Another community has this title or one that looks like it.',
  'field.titleReserved': 'This title looks like a reserved word.',
  'field.color': 'Use a color such as #0b5563.',
  'field.lightColor': 'This color is too light for text on a light background. Choose a darker one.',
  'field.topicName': 'Use letters, digits and spaces only.',
  'field.repeated': 'Name each once.',
  'field.otherCommunity': '{name} is not another community.',
  'field.reason': 'A reason is required.',
  'field.reasonText': 'Say what the reason is.',
  'field.storm': 'Must end in the future, within seven days.',
  'field.webhook': 'Use an https address without a password.',
  'field.https': 'Use an https address.',
  'field.publicAddress': 'Use an address that everyone can reach.',
  'field.webPort': 'Only the ports 80 and 443 and those of registered sites can be used.',
  // Network admins.
  'field.site': 'Use an address such as https://news.example.',
  'field.publicSite': 'Use a public address without a port, such as https://news.example.',
  'field.host': 'Use a host such as garden.example, without https:// and a path.',
  'field.noHost': 'The domain doesn’t have this host.',
  'field.shortName': 'Use 2 to 40 lowercase letters, digits and hyphens.',
  'field.pageSlug': 'Use 1 to 60 lowercase letters, digits and hyphens.',
  'field.languageTag': 'Must be a BCP 47 language tag, such as en or pt-BR.',
  'field.needsText': 'Needs a text.',
  'field.languages': 'Has too many languages.',
  'field.pageLength': 'Is too long in all languages together. Shorten it, or make several pages of it.',
  'field.pages': 'A domain has at most {max} pages.',
  'field.ads': 'A domain has at most {max} ads.',
  'field.secrets': 'A domain has at most {max} secrets.',
  'field.hosts': 'A domain has at most {max} hosts.',
  'field.domains': 'An installation has at most {max} domains.',
  'field.retention': 'Must be 0 or at least {min}.',
  'field.afterStart': 'Must be after the start.',
  'field.upload': 'Upload a picture.',
  'field.menuAddress': 'Use a path of the forum, or an address with https://, http:// or mailto:.',
  'field.menuCommunity': 'Must be the short name of a community.',
  'field.menuLabel': 'A link needs a label.',
  'field.menuId': 'Another item has this id.',
  'field.secret': 'Use the client secret that the provider has given you.',
  'field.font': 'Use a WOFF2 file with one font, of at most 256 KiB.',
  'field.fonts': 'The versions of a domain have at most {max} font files. Use one of them again.',
  'field.unusedFonts':
    'This domain has {max} font files that no version uses. Save one of them, or wait a day until they are deleted.',
  // A domain's settings.
  'field.noVersion': 'There is no such version.',
  'field.ownClient': 'A client is possible at {names}.',
  'field.secretMissing': 'The secret for {names} is missing.',
  'field.noCommunity': 'There is no community {name}.',
  'field.networkOnly': 'Only network admins change this.',
  'field.fontFirst': 'Upload the file first.',
  'field.oneCommunity': 'The domain shows only {name}.',
  'field.noAdmin': 'An admin’s account isn’t there.',
  'field.circle': '{name} has this address, so links there would lead in circles.',
  'field.placeholder': '{key}: There is no {name}.',
  'field.braces': '{key}: The braces don’t match.',
  'field.domainLink': 'must be a path or an http(s) address',
  'field.scriptAddress': 'must be an https address without spaces, quotes, commas and semicolons',
  'field.scriptMissing': 'must be the script’s https address',
  'field.domainName': 'must have 2 to 40 lowercase letters, digits and hyphens',
  'field.sectionEmpty': 'must name a community',
  'field.domainToken': 'must have 5 to 7 upper-case letters',
  'field.basePath': 'must be a path such as /forum, with lowercase letters, digits and hyphens',
  'field.urlSection': 'must have lowercase letters, digits and hyphens',
  'field.reservedWord': '“{name}” is a reserved word',
  'field.listedTwice': '{name} is listed twice',
  'field.languageTwice': 'must name each language once',
  'field.domainTexts': 'must be at most {max} texts',
  'field.timeZone': 'must be a time zone, such as Europe/Paris',
  'field.accent': 'must be a color such as #0b5563, dark enough for text',
  'field.amount': 'must be an amount such as 0.5',
  'field.sectionSlugs': 'must have different slugs',
  'field.sectionCommunities': 'must have each community once',
  'field.signInMethods': 'must name at least one way',
  'field.domainLanguage': 'must be a BCP 47 language tag, such as en or pt-BR',
} as const

/** What is wrong with a field, for clients that have texts of their own. */
interface FieldProblem {
  code: string
  values?: Record<string, string | number>
}

/** Far longer than any of these texts. */
const LENGTH_MAX = 1000
const COUNTS = /^(?:max|min|count)$/
const texts = Object.entries(fieldMessages).map(([key, text]) => ({ code: key.slice('field.'.length), text }))
/** Codes of texts without values. */
const codes = new Map<string, string>(texts.map(({ code, text }) => [text, code]))
/** Patterns of texts with values. */
const patterns = texts
  .filter(({ text }) => text.includes('{'))
  .map(({ code, text }) => {
    const pattern = text
      .replaceAll(/[$()*+.?[\\\]^|]/g, String.raw`\$&`)
      .replaceAll(/\{(\w+)\}/g, (_, name: string) => `(?<${name}>${COUNTS.test(name) ? String.raw`-?[\d.]+` : '.+'})`)
    return { code, pattern: new RegExp(`^${pattern}$`) }
  })

/** The code and values of an English text about a field; null for one that only programs get. */
export function fieldProblem(message: string): FieldProblem | null {
  const code = codes.get(message)
  if (code !== undefined) return { code }
  if (message.length > LENGTH_MAX) return null
  for (const { code: known, pattern } of patterns) {
    const groups = pattern.exec(message)?.groups
    if (!groups) continue
    const values = Object.entries(groups).map(([name, value]) => [name, COUNTS.test(name) ? Number(value) : value])
    return { code: known, values: Object.fromEntries(values) }
  }
  return null
}

/** What a schema's own check says: zod's raw issue. */
interface RawIssue {
  code?: string | undefined
  input?: unknown
  origin?: unknown
  expected?: unknown
  maximum?: unknown
  minimum?: unknown
  inclusive?: unknown
}

/** The text for a field whose schema has none of its own; undefined: the library's. */
export function fieldMessage(issue: RawIssue): string | undefined {
  const { code, input, origin, maximum, minimum, inclusive } = issue
  const say = (key: keyof typeof fieldMessages, count: unknown = '') =>
    fieldMessages[key].replace(/\{\w+\}/, String(count))
  if (code === 'unrecognized_keys') return say('field.unknown')
  if (input === undefined) return say('field.missing')
  if (code === 'too_big')
    return say(origin === 'string' ? 'field.tooLong' : origin === 'array' ? 'field.tooMany' : 'field.tooLarge', maximum)
  if (code === 'too_small') {
    if (origin === 'string') return minimum === 1 ? say('field.empty') : say('field.tooShort', minimum)
    if (origin === 'array') return say('field.tooFew', minimum)
    // Only whole numbers have an excluded limit.
    return say('field.tooSmall', inclusive === false ? Number(minimum) + 1 : minimum)
  }
  return code === 'invalid_type' && issue.expected === 'int' ? say('field.wholeNumber') : undefined
}
