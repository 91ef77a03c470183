import { afterEach, expect, it, vi } from 'vitest'
import { keepInside } from './menu.tsx'

afterEach(() => vi.restoreAllMocks())

function place(box: Partial<DOMRect>, anchor: Partial<DOMRect> = {}, direction = 'ltr') {
  const element = (rect: Partial<DOMRect>) => {
    const node = document.createElement('div')
    node.style.direction = direction
    const { left = 10, right = 110, top = 0, bottom = 100, height = 100 } = rect
    node.getBoundingClientRect = () => ({ left, right, top, bottom, height }) as DOMRect
    return document.body.appendChild(node)
  }
  vi.spyOn(document.documentElement, 'clientWidth', 'get').mockReturnValue(360)
  vi.spyOn(document.documentElement, 'clientHeight', 'get').mockReturnValue(640)
  const node = element(box)
  keepInside(node, element(anchor))
  return Object.fromEntries(Object.entries(node.dataset))
}

it('leaves popups that fit alone', () => {
  expect(place({})).toEqual({})
})

it('opens upwards only if there is room above', () => {
  expect(place({ bottom: 700 }, { top: 300 })).toEqual({ above: '' })
  expect(place({ bottom: 700, height: 400 }, { top: 300 })).toEqual({})
})

it('names the edge in the direction of the text', () => {
  expect(place({ left: -20 })).toEqual({ edge: 'start' })
  expect(place({ right: 400 })).toEqual({ edge: 'end' })
  expect(place({ left: -20 }, {}, 'rtl')).toEqual({ edge: 'end' })
  expect(place({ right: 400 }, {}, 'rtl')).toEqual({ edge: 'start' })
})
