/** The part of JSON Schema processed here; everything else passes through. */
export interface JsonSchema {
  $ref?: string
  type?: string
  properties?: Record<string, JsonSchema>
  required?: string[]
  description?: string
  examples?: unknown[]
  [keyword: string]: unknown
}

const AT = 1_764_000_000_000
const ID = '0hZk3TqWnB7rYc5Vd1Xs'
const PICTURE = 'https://forum.example/media/0hZk3TqWnB7rYc5Vd1Xs/960.webp'
const TEXT = 'The gutter over the bakery has come loose.'
const FONT = `/fonts/${'0f'.repeat(32)}.woff2`
const TOKEN = 'q83vEjRWeJqL3n0pQmZ1c2VjcmV0LWV4YW1wbGU'

/** Examples by name: of a component, of a property in its place (`Place.name`), or of a property anywhere. */
export const EXAMPLES: Record<string, unknown> = {
  Id: ID,
  PersonId: ID,
  Time: AT,
  TokenName: 'GARDEN',
  month: '2026-01',
  NewTokenName: 'GARDEN',
  NewPassword: 'Correct-horse-7',
  Password: 'Correct-horse-7',
  Email: 'ada@people.example',
  Username: 'ada_lovelace',
  MediaUrl: '/media/0hZk3TqWnB7rYc5Vd1Xs/960.webp',

  // Domains.
  basePath: '/forum',
  regular: FONT,
  bold: FONT,

  // People and communities.
  displayName: 'Ada Lovelace',
  email: 'ada@people.example',
  label: 'Google',
  login: 'ada_lovelace',
  memberIds: ID,
  name: 'Repairs',
  partner: ID,
  pendingEmail: 'ada@people.example',
  profileAbout: 'Gardener and mender of things.',
  profileImage: PICTURE,
  profileImageUrl: PICTURE,
  profileName: 'Ada Lovelace',
  profileTitle: 'Gardener',
  providerId: 'google',
  publisherName: 'ada_lovelace',
  publisherProfileName: 'Ada Lovelace',
  publisherSlugUrl: 'ada-lovelace',
  publisherImageUrl: PICTURE,
  imageUrl: PICTURE,
  logoImageURI: PICTURE,
  creatorID: ID,
  idOrSlug: 'ada-lovelace',
  slugUrl: 'ada-lovelace',
  tokenName: 'GARDEN',
  tokenNames: 'GARDEN,FORUM',
  urlSlug: 'garden',
  username: 'ada_lovelace',
  replyToPublisherName: 'Ada Lovelace',
  domain: 'https://forum.example',
  domainCommunity: 'GARDEN',
  communityTitle: 'Garden talk',
  about: 'Bridges, ferries and the long way round.',
  confirm: 'GARDEN',
  query: 'garden',

  // Posts, comments and media.
  'insetCount.viewId': '6f1ed002ab5595859014ebf0951522d9',
  alt: 'A ladder beside a bakery',
  articleUrl: 'https://news.example/2026/allotments',
  articles: '[{"url":"https://news.example/2026/allotments"}]',
  canonical: 'https://news.example/2026/allotments',
  canonicalUrl: 'https://news.example/2026/allotments',
  'ArticleRef.id': 'article-42',
  avifUrl: 'https://forum.example/media/0hZk3TqWnB7rYc5Vd1Xs/960.avif',
  captionsUrl: 'https://forum.example/media/0hZk3TqWnB7rYc5Vd1Xs/captions.vtt',
  commentIds: ID,
  content: TEXT,
  credit: 'Ada Lovelace',
  cursor: 'MTc2NDAwMDAwMDAwMA',
  description: 'What to do before winter.',
  excerpt: TEXT,
  filename: 'ladder.jpg',
  html: '<section>…</section>',
  placeholder: '#7a8c5e',
  pollOptions: ['Yes', 'No'],
  postContent: '{"blocks":[{"type":"paragraph","data":{"text":"The gutter over the bakery has come loose."}}]}',
  postIds: ID,
  posterUrl: PICTURE,
  text: TEXT,
  title: 'Who has a ladder?',
  url: 'https://news.example/2026/allotments',
  path: '/bbs/GARDEN/community/who-has-a-ladder',

  // Moderation.
  after: 'Garden talk',
  before: 'Garden',
  'dmReport.before': 2,
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  endpoint: 'https://push.example/0hZk3TqWnB7r',
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  previousEndpoint: 'https://push.example/9gYj2SpVmA6q',
  'QuietHours.from': '22:00',
  'QuietHours.to': '07:00',
  'QuietHoursInput.from': '22:00',
  'QuietHoursInput.to': '07:00',
  'MarkedText.hits': [[4, 10]],
  entry: 'casino',
  reason: 'This belongs in another community.',
  reasonText: 'This belongs in another community.',
  reportText: 'Advertises a casino.',

  // Signing in and requests.
  accessToken: TOKEN,
  address: '192.0.2.0',
  'depositAddress.address': '0x52908400098527886E0F7030069857D2E4169EE7',
  'walletChain.address': '0x52908400098527886E0F7030069857D2E4169EE7',
  'withdraw.address': '0x52908400098527886E0F7030069857D2E4169EE7',
  contract: '0x52908400098527886E0F7030069857D2E4169EE7',
  algorithm: 'SHA-256',
  attestationObject: TOKEN,
  authenticatorData: TOKEN,
  challenge: TOKEN,
  clientDataJSON: TOKEN,
  clientId: 'example.apps.provider.example',
  code: '123456',
  codeChallenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
  codeVerifier: 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk',
  credential: TOKEN,
  details: [{ field: 'title', message: 'Must not be empty.', code: 'empty' }],
  'articleFragments.details': [{ field: 'url', message: 'https://news.example' }],
  'NetworkHealth.nonce': { known: 41, found: 43 },
  device: 'Firefox on Linux',
  emailCode: '123456',
  error: 'The file is not a picture.',
  idToken: TOKEN,
  key: 'whitelistedUsers_GARDEN',
  limit: 20,
  fetchLimit: 20,
  locale: 'en',
  message: 'Must not be empty.',
  method: 'password',
  next: '/bbs/GARDEN',
  nonce: TOKEN,
  origin: 'https://news.example',
  password: 'Correct-horse-7',
  proof: TOKEN,
  rawId: TOKEN,
  recoveryCode: 'abcd-efgh-jkmn',
  refBy: 'ada-lovelace',
  refFrom: '/bbs/GARDEN',
  requestId: '5f0c0c2e-7f0a-4d4f-9a4e-1d2f6a1b7c3d',
  rpId: 'forum.example',
  salt: 'a1b2c3d4',
  secret: 'JBSWY3DPEHPK3PXP',
  signature: TOKEN,
  since: AT,
  site: 'https://news.example',
  solution: TOKEN,
  ticket: TOKEN,
  token: TOKEN,
  until: AT,
  uri: 'otpauth://totp/Stoa:ada_lovelace?secret=JBSWY3DPEHPK3PXP',
  userHandle: TOKEN,
  visitorId: TOKEN,
}

/** Depth at which lists are left empty: comments and list items contain lists of the same kind. */
const DEPTH_MAX = 8

/** Builds a value that the schema allows from the examples of its parts. `component`: resolves a `$ref`. */
export function exampleOf(schema: JsonSchema, component: (ref: string) => JsonSchema, depth = 0): unknown {
  const within = (part: JsonSchema) => exampleOf(part, component, depth + 1)
  const { examples, enum: values, anyOf, oneOf, allOf, properties, items, minimum = 0, minItems = 0 } = schema
  if (examples) return examples[0]
  if ('const' in schema) return schema.const
  if ('default' in schema) return schema.default
  if (Array.isArray(values)) return values[0]
  if (schema.$ref !== undefined) return within(component(schema.$ref))
  const variants = (anyOf ?? oneOf) as JsonSchema[] | undefined
  if (variants) return within(variants.find(({ type }) => type !== 'null') ?? { type: 'null' })
  if (allOf) return Object.assign({}, ...(allOf as JsonSchema[]).map(within))
  if (properties) return Object.fromEntries(Object.entries(properties).map(([name, part]) => [name, within(part)]))
  if (items && depth <= DEPTH_MAX)
    return Array.from({ length: Math.max(1, Number(minItems)) }, () => within(items as JsonSchema))
  const number = Math.max(Number(minimum), Math.min(3, Number(schema.maximum ?? 3)))
  const plain: Record<string, unknown> = {
    object: {},
    array: [],
    string: 'text',
    integer: number,
    number,
    boolean: true,
  }
  return plain[String([schema.type].flat()[0])] ?? null
}
