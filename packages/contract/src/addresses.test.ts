// @vitest-environment node
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { httpUrl, isOwnPath, isPublicFilePath } from './rules.ts'
import { mediaUrl } from './schemas/images.ts'

describe('where `next` may lead', () => {
  test.each([
    '/',
    '/bbs/FORUM',
    '/bbs/FORUM/a-post?sort=new#comment',
    '/a//b',
    '/%2F%2Fevil.example',
    '/.well-known',
    '/@user',
    '/a:b',
  ])('%j is an own path', (path) => expect(isOwnPath(path)).toBe(true))

  const hostile = [
    '',
    ' ',
    'evil.example',
    'evil.example/bbs',
    '//evil.example',
    '///evil.example',
    '////evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '\\/evil.example',
    '/\\/evil.example',
    '/\\\\evil.example',
    '\\evil.example',
    '//\\evil.example',
    'http://evil.example',
    'https://evil.example',
    'HTTPS://evil.example',
    'https:/evil.example',
    'https:evil.example',
    'http:\\\\evil.example',
    'https:\\evil.example',
    'ftp://evil.example',
    'ws://evil.example',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'JavaScript:alert(1)',
    'java\nscript:alert(1)',
    ' javascript:alert(1)',
    '\tjavascript:alert(1)',
    'javascript://evil.example/%0aalert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:msgbox(1)',
    'blob:https://evil.example/1',
    'mailto:a@evil.example',
    'tel:123',
    'about:blank',
    '/\t/evil.example',
    '/\n/evil.example',
    '/\r/evil.example',
    '\t//evil.example',
    '\n//evil.example',
    ' //evil.example',
    '\u0000//evil.example',
    '/\u0000/evil.example',
    '/\t\\evil.example',
    '//evil.example:443/',
    '//user@evil.example',
    '//evil.example%2F@own.example',
    'own.example@evil.example',
    '@evil.example',
    '?next=//evil.example',
    '#//evil.example',
    './/evil.example',
    '../evil',
    './path',
    '..//evil.example',
    '//[::1]/',
    '//127.1/',
    '//evil%2eexample',
    '／／evil.example',
    '//evil。example',
    '/\u000b/evil.example',
    '/bbs\r\nLocation: https://evil.example',
    '/bbs\nSet-Cookie: a=b',
    '%2F%2Fevil.example',
    'bbs/FORUM',
  ] // prettier-ignore

  test(`${hostile.length} hostile values are rejected`, () => {
    expect(hostile.length).toBeGreaterThanOrEqual(60)
    expect(hostile.filter(isOwnPath)).toEqual([])
  })

  test('accepted paths stay on the origin in browsers', () => {
    const part = fc.constantFrom(
      '/',
      '\\',
      '.',
      '..',
      '%2f',
      '%5c',
      'a',
      '@',
      ':',
      '?',
      '#',
      '\t',
      ' ',
      'http:',
      'evil.example',
    )
    fc.assert(
      fc.property(fc.array(part, { maxLength: 8 }), (parts) => {
        const path = `/${parts.join('')}`
        if (isOwnPath(path)) expect(new URL(path, 'https://forum.example/bbs/x').origin).toBe('https://forum.example')
      }),
      { numRuns: 3000 },
    )
  })
})

describe('rendered links', () => {
  test.each(['https://a.example/x?y#z', 'http://a.example', 'HTTPS://A.example', 'https://bücher.example/ü'])(
    '%j is accepted',
    (address) => {
      expect(httpUrl(address)?.protocol).toMatch(/^https?:$/)
    },
  )

  test.each([
    'javascript:alert(1)',
    'data:text/html,x',
    'ftp://a.example',
    '/path',
    '//a.example',
    'a.example',
    '',
    'https://',
    'https://user:secret@a.example',
    'https://user@a.example',
    'mailto:a@b.co',
  ])('%j is rejected', (address) => expect(httpUrl(address)).toBeNull())
})

describe('addresses of pictures, videos and recordings', () => {
  test('the length of an address is measured as browsers encode it', () => {
    const isTaken = (url: string) => mediaUrl.safeParse(url).success
    const start = 'https://pictures.example/'
    expect([isTaken(start + 'a'.repeat(1975)), isTaken(start + 'a'.repeat(1976))]).toEqual([true, false])
    expect([isTaken(start + 'ü'.repeat(329)), isTaken(start + 'ü'.repeat(330))]).toEqual([true, false])
    const { error } = mediaUrl.safeParse(start + 'ü'.repeat(400))
    expect(error?.issues.map(({ message }) => message)).toEqual([
      'Must have at most 2000 characters, where a letter such as ü counts as six.',
    ])
  })

  test.each(['/media/a.png', '/media/demo/a%20b.svg', '/assets/a.js?x=%2F', '/bbs/../media/a.png'])(
    '%j is a public file',
    (path) => expect([isPublicFilePath(path), mediaUrl.safeParse(path).success]).toEqual([true, true]),
  )

  test.each([
    '/api/auth/provider/google/start',
    '/API/auth/provider/google/start',
    '/api/auth/provider/google/start?next=/media/a.png',
    '/media/../api/auth/provider/google/start',
    '/media/%2e%2e/api/me',
    '/media/..%2fapi/me',
    '/media/..%5Capi/me',
    '/media/%252e%252e/api/me',
    '/media/\\..\\api/me',
    '/media//api/me',
    '/media/',
    '/media',
    '/mediator/a.png',
    '/static/a.png',
    '/unsubscribe?token=x',
    '/embed/frame',
    '//media/a.png',
    '/',
    '/me\tdia/a.png',
  ])('%j is not', (path) => expect([isPublicFilePath(path), mediaUrl.safeParse(path).success]).toEqual([false, false]))
})
