import { expect, test } from 'vitest'
import { lookOf, nameLookOf } from './look-alikes.ts'

test('ordinary names of any script have looks of their own', () => {
  const pairs = [
    ['C', 'C++', 'C#'],
    ['Python 3.1', 'Python 31'],
    ['Modern', 'Modem'],
    ['בית', 'בת'],
    ['さくら', 'さら'],
    ['ノート', 'ート'],
    ['ดี', 'ตี', 'คี'],
    ['Цена', 'Пена'],
    ['١٠', '١'],
  ]
  for (const names of pairs) expect([names, new Set(names.map(lookOf)).size]).toEqual([names, names.length])
  const korean = '가나다라마바사아자차카타파하'.repeat(3).slice(0, 40)
  expect(lookOf(`${korean.slice(0, 39)}거`)).not.toBe(lookOf(korean))
})

test('names in look-alikes of Latin letters look like the Latin ones', () => {
  expect([lookOf('fօrum'), lookOf('аdmin'), lookOf('Mаrket-Talk')]).toEqual([
    lookOf('forum'),
    lookOf('admin'),
    lookOf('market talk'),
  ])
  expect(nameLookOf('adrnin')).toBe(nameLookOf('admin'))
})
