import { originalPicture, PICTURE_PROXY_PATH } from '@stoa/contract'
import { describe, expect, test } from 'vitest'
import { createMediaAddresses, shownContent, withMedia } from './media-addresses.ts'

const about = {
  secret: 'a secret of thirty-two characters',
  url: 'https://forum.example',
  origins: () => ['https://forum.example', 'https://garden.example'],
}
const media = createMediaAddresses(about)
const PICTURE = 'https://pictures.example/a b.png?x=1'

const partsOf = (address: string) =>
  new URL(address).pathname.slice(PICTURE_PROXY_PATH.length + 1).split('/') as [string, string]

test('an external picture is served through the forum, and every process knows its address', () => {
  const shown = media.picture(PICTURE)
  expect(shown.startsWith(`https://forum.example${PICTURE_PROXY_PATH}/`)).toBe(true)
  expect(createMediaAddresses(about).open(...partsOf(shown))).toBe('https://pictures.example/a%20b.png?x=1')
  expect(createMediaAddresses({ ...about, secret: 'another one' }).open(...partsOf(shown))).toBeNull()
})

test('only addresses created by the forum are opened', () => {
  const [signature, encoded] = partsOf(media.picture(PICTURE))
  const other = Buffer.from('http://169.254.169.254/').toString('base64url')
  expect(media.open(signature, other)).toBeNull()
  expect(media.open('', encoded)).toBeNull()
  expect(media.open(signature.slice(0, -1), encoded)).toBeNull()
  expect(media.open(signature, `${encoded}=`)).toBeNull()
})

test('displayed addresses are stored as their originals', () => {
  const shown = media.picture(PICTURE)
  const original = 'https://pictures.example/a%20b.png?x=1'
  expect([media.stored(shown), media.stored(new URL(shown).pathname)]).toEqual([original, original])
  expect(media.stored(`${PICTURE_PROXY_PATH}/forged/${Buffer.from(PICTURE).toString('base64url')}`)).toBeNull()
  expect([originalPicture(shown), originalPicture(PICTURE)]).toEqual([original, PICTURE])
  expect(originalPicture(media.picture('https://pictures.example/ü.png'))).toBe('https://pictures.example/%C3%BC.png')
  expect(media.stored(PICTURE)).toBe(PICTURE)
  expect(media.stored('https://forum.example/media/a.png')).toBe('/media/a.png')
})

describe('the forum’s own addresses in any spelling', () => {
  const START = '/api/auth/provider/google/start'
  test.each([
    START,
    '/bbs/login',
    `https://forum.example${START}`,
    `HTTPS://FORUM.EXAMPLE${START}`,
    `http://forum.example${START}`,
    `https://forum.example:443${START}`,
    `https://forum.example:8443${START}`,
    `https://forum.example.${START}`,
    `https://forum%2eexample${START}`,
    `https://forum.example/media/..${START}`,
    `https://forum.example/media/%2e%2e${START}`,
    `https://forum.example/media/..%2f..${START}`,
    `https://forum.example\\api\\auth`,
    `https:\\\\forum.example${START}`,
    `https:forum.example${START}`,
    `https://garden.example${START}`,
    `https://ｆｏｒｕｍ.example${START}`,
    'https://forum.example',
    'https://forum.example/unsubscribe?token=x',
  ])('%s isn’t accepted as picture, video or recording', (address) => {
    expect([media.picture(address), media.file(address), media.stored(address)]).toEqual(['', '', null])
  })

  test.each([`https://user@forum.example${START}`, `//forum.example${START}`, 'javascript:alert(1)', ''])(
    '%j is never shown',
    (address) => expect([media.picture(address), media.file(address)]).toEqual(['', '']),
  )

  test('public files are shown by path, even if the address includes the origin', () => {
    expect(media.picture('https://FORUM.example:443/media/a.png')).toBe('/media/a.png')
    expect(media.file('/media/a.mp4')).toBe('/media/a.mp4')
  })

  test('another port of this machine is another site', () => {
    const local = createMediaAddresses({
      ...about,
      url: 'http://localhost:3000',
      origins: () => ['http://localhost:3000'],
    })
    expect(local.file('http://localhost:3001/a.mp4')).toBe('http://localhost:3001/a.mp4')
    expect(local.file(`http://localhost:3000${START}`)).toBe('')
  })
})

describe('the content of a post', () => {
  const blocks = [
    { type: 'paragraph', data: { text: `"image" ${PICTURE}` } },
    { type: 'image', data: { file: { url: PICTURE, width: 3 }, caption: 'One' } },
    { type: 'simpleImage', data: { url: PICTURE } },
    { type: 'video', data: { url: 'https://films.example/a.mp4', image: PICTURE, cdn: { mp4Url: '/api/x' } } },
    { type: 'audio', data: { url: '/media/a.mp3', captions: '/media/a.vtt' } },
    { type: 'linkTool', data: { link: PICTURE, meta: { title: 'Two', image: { url: PICTURE } } } },
  ]
  test('gets proxied picture addresses and is otherwise unchanged', () => {
    const shown = media.picture(PICTURE)
    expect(JSON.parse(shownContent(JSON.stringify({ version: '2', blocks }), media))).toEqual({
      version: '2',
      blocks: [
        blocks[0],
        { type: 'image', data: { file: { url: shown, width: 3 }, caption: 'One' } },
        { type: 'simpleImage', data: { url: shown } },
        { type: 'video', data: { url: 'https://films.example/a.mp4', image: shown, cdn: { mp4Url: '' } } },
        blocks[4],
        { type: 'linkTool', data: { link: PICTURE, meta: { title: 'Two', image: { url: shown } } } },
      ],
    })
  })

  test('may be malformed', () => {
    for (const content of [
      '',
      'image "image"',
      '"image"',
      '["image"]',
      '{"blocks":"image"}',
      '{"blocks":[null,1,"image"]}',
    ])
      expect(shownContent(content, media)).toBe(content)
    const odd = {
      blocks: [{ type: 'image' }, { type: 'image', data: { file: 'x' } }, { type: 'video', data: { url: 1 } }],
    }
    expect(JSON.parse(shownContent(JSON.stringify(odd), media))).toEqual(odd)
  })

  test('reports where each address is', () => {
    const fields: string[] = []
    withMedia({ blocks }, (address, place, field) => {
      fields.push(`${place} ${field}`)
      return address
    })
    expect(fields).toEqual([
      'picture blocks.1.data.file.url',
      'picture blocks.2.data.url',
      'video blocks.3.data.url',
      'video blocks.3.data.cdn.mp4Url',
      'picture blocks.3.data.image',
      'audio blocks.4.data.url',
      'captions blocks.4.data.captions',
      'picture blocks.5.data.meta.image.url',
    ])
  })
})
