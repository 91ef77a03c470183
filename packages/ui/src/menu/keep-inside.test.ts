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
  return { ...Object.fromEntries(Object.entries(node.dataset)), room: node.style.getPropertyValue('--stoa-room') }
}

it('leaves popups that fit alone', () => {
  expect(place({})).toEqual({ room: '528px' })
})

it('opens where there is more room, and says how much', () => {
  expect(place({ height: 400 }, { top: 400, bottom: 430 })).toEqual({ above: '', room: '388px' })
  expect(place({ height: 700 }, { top: 100, bottom: 130 })).toEqual({ room: '498px' })
})

it('names the edge in the direction of the text', () => {
  expect(place({ left: -20 })).toMatchObject({ edge: 'start' })
  expect(place({ right: 400 })).toMatchObject({ edge: 'end' })
  expect(place({ left: -20 }, {}, 'rtl')).toMatchObject({ edge: 'end' })
  expect(place({ right: 400 }, {}, 'rtl')).toMatchObject({ edge: 'start' })
})
