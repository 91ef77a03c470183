import { describe, expect, it } from 'vitest'
import { readDocument } from './read.ts'
import { schema } from './schema.ts'
import { placesOfUploads, withWaitingBlocks } from './waiting-blocks.ts'

const paragraph = (id: string) => ({ id, type: 'paragraph', data: { text: id } })
const doc = readDocument({ blocks: [paragraph('a'), paragraph('b'), paragraph('c')] })
const waiting = schema.nodes.image.create({ id: 'x', upload: 'k', alt: 'A bridge' }, schema.text('Caption'))
const idsOf = (node: typeof doc) => node.content.content.map(({ attrs }) => attrs.id as string)
const withBlock = (index: number) => doc.type.create(doc.attrs, [...doc.content.content].toSpliced(index, 0, waiting))
const noted = (index: number) => {
  const place = placesOfUploads(withBlock(index)).get('k') ?? null
  return [{ key: 'k', kind: 'image' as const, place: JSON.parse(JSON.stringify(place)) as typeof place }]
}

describe('blocks of files that are waiting', () => {
  it('come back where they were, with caption and attributes', () => {
    for (const index of [0, 1, 3]) {
      const restored = withWaitingBlocks(doc, noted(index))
      restored.check()
      expect(restored.eq(withBlock(index))).toBe(true)
    }
  })

  it('follow the block before them, and keep their index without it', () => {
    const [a, b, c] = doc.content.content
    const file = noted(2)
    expect(
      idsOf(
        withWaitingBlocks(
          doc.type.create(
            null,
            [b, a, c].filter((one) => !!one),
          ),
          file,
        ),
      ),
    ).toEqual(['b', 'x', 'a', 'c'])
    expect(
      idsOf(
        withWaitingBlocks(
          doc.type.create(
            null,
            [a, c].filter((one) => !!one),
          ),
          file,
        ),
      ),
    ).toEqual(['a', 'c', 'x'])
  })

  it('are added at the end if their place is unknown or unreadable', () => {
    for (const place of [
      null,
      { after: 'c', index: 3, node: { type: 'image', attrs: { url: 4 } } },
      { after: 'c', index: 3, node: {} },
    ]) {
      const last = withWaitingBlocks(doc, [{ key: 'k', kind: 'image', place }]).lastChild
      expect(last?.type.name).toBe('image')
      expect(last?.attrs).toMatchObject({ upload: 'k', url: null })
    }
  })

  it('keep the former file of a block until the new one has arrived', () => {
    const picture = { id: 'x', type: 'image', data: { file: { url: '/media/a.png' }, caption: 'Now' } }
    const restored = withWaitingBlocks(readDocument({ blocks: [paragraph('a'), picture] }), noted(1))
    expect(restored.childCount).toBe(2)
    expect(restored.child(1).attrs).toMatchObject({ url: '/media/a.png', upload: 'k' })
    expect(restored.child(1).textContent).toBe('Now')
  })
})
