import fc from 'fast-check'

type Fields = Record<string, unknown>

/** Pieces of inline markup: correct, crossed, unknown and older elements, entities and line ends. */
const piece = fc.oneof(
  { weight: 4, arbitrary: fc.string({ maxLength: 6 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 4 }) },
  fc.constantFrom('<b>', '</b>', '<i>', '</i>', '<u>', '</u>', '<s>', '</s>', '<strong>', '</strong>', '<em>', '</em>'),
  fc.constantFrom('<mark class="cdx-marker">', '</mark>', '<code class="inline-code">', '</code>', '<br>', '\n'),
  fc.constantFrom('<a href="https://a.example/?b=1&amp;c=2">', '<a href="javascript:x">', '</a>', '&nbsp;', '&lt;'),
  fc.constantFrom('&', '<', '>', '"', '<img src=x>', '  ', '\r\n', '@Ada', 'word '),
)
export const markup: fc.Arbitrary<string> = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(''))

const address = fc.constantFrom('https://a.example/x.png', '/media/a/b.webp', 'https://b.example/?q=1')
const link = fc.constantFrom('https://a.example/', 'https://b.example/page?x=1')
const size = fc.record({ width: fc.integer({ min: 1, max: 20_000 }), height: fc.integer({ min: 1, max: 9000 }) })
const flags = { stretched: fc.boolean(), withBorder: fc.boolean(), withBackground: fc.boolean() }

/** Some of the fields, as many are optional. */
function some(fields: Record<string, fc.Arbitrary<unknown>>): fc.Arbitrary<Fields> {
  return fc.record(fields, { requiredKeys: [] })
}

function withSome(
  required: Record<string, fc.Arbitrary<unknown>>,
  optional: Record<string, fc.Arbitrary<unknown>>,
): fc.Arbitrary<Fields> {
  return fc.record({ ...optional, ...required }, { requiredKeys: Object.keys(required) }) as fc.Arbitrary<Fields>
}

const { item } = fc.letrec<{ item: Fields | string }>((tie) => ({
  item: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.oneof(markup, withSome({ content: markup }, { meta: some({ checked: fc.boolean(), other: fc.nat() }) })),
    withSome({ content: markup, items: fc.array(tie('item'), { maxLength: 3 }) }, { extra: fc.nat() }),
  ),
}))
/** Nested items, as the contract accepts strings on the first level only. */
const nestedItem = item.map((one) => withoutStrings(one))

function withoutStrings(value: Fields | string): Fields {
  if (typeof value === 'string') return { content: value, items: [] }
  const { items } = value
  return Array.isArray(items) ? { ...value, items: items.map(withoutStrings) } : value
}

const data: Record<string, fc.Arbitrary<Fields>> = {
  paragraph: withSome({ text: markup }, { alignment: fc.constantFrom('left', 'right') }),
  header: withSome({ text: markup, level: fc.integer({ min: 1, max: 6 }) }, { anchor: fc.string() }),
  list: withSome(
    {
      style: fc.constantFrom('ordered', 'unordered', 'checklist'),
      items: fc.array(fc.oneof(markup, nestedItem), { maxLength: 4 }),
    },
    { meta: some({ start: fc.nat(100), counterType: fc.constantFrom('numeric', 'lower-roman'), other: fc.nat() }) },
  ),
  checklist: fc.record({ items: fc.array(withSome({ text: markup }, { checked: fc.boolean() }), { maxLength: 4 }) }),
  table: withSome(
    { content: fc.array(fc.array(markup, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 4 }) },
    { withHeadings: fc.boolean(), stretched: fc.boolean() },
  ),
  code: withSome({ code: fc.string() }, { language: fc.constantFrom('', 'css', 'ts'), lines: fc.nat() }),
  delimiter: some({ width: fc.nat() }),
  quote: withSome({ text: markup }, { caption: markup, alignment: fc.constantFrom('left', 'center') }),
  warning: fc.record({ title: markup, message: markup }),
  image: withSome(
    {
      file: fc
        .tuple(
          withSome(
            { url: address },
            { name: fc.string(), sizes: fc.constant([480]), placeholder: fc.constant('#aabbcc') },
          ),
          fc.option(size, { nil: {} }),
        )
        .map(([file, pixels]) => ({ ...file, ...pixels })),
    },
    { caption: markup, alt: fc.string(), ...flags, other: fc.nat() },
  ),
  simpleImage: withSome({ url: address }, { caption: markup, ...flags }),
  video: withSome(
    { url: address },
    {
      image: address,
      cdn: fc.record({ mp4Url: address }),
      durationMs: fc.integer({ min: 1, max: 9000 }),
      captions: address,
      caption: markup,
      stretched: fc.boolean(),
      withBorder: fc.boolean(),
    },
  ),
  audio: withSome(
    { url: address },
    { durationMs: fc.integer({ min: 1, max: 9000 }), captions: address, caption: markup },
  ),
  embed: withSome(
    { service: fc.constantFrom('youtube', 'vimeo'), source: link },
    { embed: link, caption: markup, width: fc.constant(580), height: fc.constant(320) },
  ),
  linkTool: withSome(
    { link },
    {
      meta: some({ title: fc.string(), description: fc.string(), image: fc.record({ url: address }), site: fc.nat() }),
    },
  ),
  raw: fc.record({ html: fc.string() }),
}

const id = fc.string({ minLength: 1, maxLength: 10, unit: fc.constantFrom('a', 'b', 'c', '1', '2', '-') })
const common = { id, tunes: fc.constant({ anchor: 'x' }) }

/** A block that the contract accepts. */
const validBlock: fc.Arbitrary<Fields> = fc.oneof(
  { weight: 3, arbitrary: blockOf('paragraph') },
  { weight: 2, arbitrary: blockOf('list') },
  ...Object.keys(data).map(blockOf),
)

/** A block from anywhere. */
const anyBlock: fc.Arbitrary<Fields> = fc.oneof(
  { weight: 4, arbitrary: validBlock },
  withSome({ type: fc.constant('nestedList'), data: data.list as fc.Arbitrary<Fields> }, common),
  withSome({ type: fc.constant('image'), data: data.simpleImage as fc.Arbitrary<Fields> }, common),
  withSome({ type: fc.constantFrom(...Object.keys(data)), data: fc.object() }, common),
  fc.object(),
)

/** A document that the contract accepts. */
export const validDocument = fc.record({ blocks: fc.array(validBlock, { maxLength: 6 }) })
/** A document from anywhere. */
export const anyDocument = fc
  .tuple(some({ time: fc.nat(), version: fc.string() }), fc.array(anyBlock, { maxLength: 8 }))
  .map(([fields, blocks]) => ({ ...fields, blocks }))

function blockOf(type: string): fc.Arbitrary<Fields> {
  return withSome({ type: fc.constant(type), data: data[type] ?? fc.constant({}) }, common)
}
