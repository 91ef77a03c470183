import { expect, test } from 'vitest'
import { PICTURES } from '../../../../test/picture-site.ts'
import { pictureType } from './picture-cache.ts'

test.each(Object.entries(PICTURES))('%s is recognized by its first bytes', (name, bytes) => {
  expect(pictureType(bytes)).toBe(`image/${name}`)
})

test.each([
  '',
  '<svg xmlns="http://www.w3.org/2000/svg"/>',
  '<?xml version="1.0"?><svg/>',
  '<!doctype html><script>alert(1)</script>',
  'GIF88a',
  ' \x89PNG\r\n\x1a\n',
  'RIFF\x10\0\0\0WAVEfmt ',
  '\0\0\0\x18ftypisom\0\0\0\0isomavc1',
  '\0\0\0\x18ftypisom\0\0\0\0xavifavc1',
  '\0\0\0\x10ftypmp42\0\0\0\0avif',
  'BM\0\0\0\0',
  '\0\0\x01\0',
  '%PDF-1.7',
])('%j is not recognized as a picture', (text) => expect(pictureType(Buffer.from(text, 'latin1'))).toBeNull())

test('an AVIF file may list its brand after another one', () => {
  const bytes = Buffer.from('\0\0\0\x1cftypmif1\0\0\0\0mif1avifmiaf', 'latin1')
  expect(pictureType(bytes)).toBe('image/avif')
})
