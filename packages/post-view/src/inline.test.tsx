import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { render } from '@testing-library/react'
import { expect, it } from 'vitest'
import { Inline } from './inline.tsx'

const dataFolder = process.env.STOA_DATA_FOLDER ?? join(import.meta.dirname, '../../../../shared/data')
const payloads = join(dataFolder, 'hostile/dompurify/payload-expected-a.json')

it('renders markup as elements and everything else as text', () => {
  const { container } = render(<Inline text={'<b>bold</b> <i onclick="x">plain</i><br><img src=x onerror=alert(1)>'} />)
  expect(container.innerHTML).toBe('<b>bold</b> <i>plain</i><br>&lt;img src=x onerror=alert(1)&gt;')
})

it('renders links that open in a new tab with nofollow', () => {
  const { container } = render(<Inline text={'<a href="https://a.example/">a</a><a href="javascript:x">b</a>'} />)
  const links = container.querySelectorAll('a')
  expect(links).toHaveLength(1)
  expect(links[0]?.getAttribute('href')).toBe('https://a.example/')
  expect(links[0]?.getAttribute('target')).toBe('_blank')
  expect(links[0]?.rel.split(' ')).toEqual(expect.arrayContaining(['noopener', 'nofollow', 'ugc']))
  expect(container.textContent).toMatch(/b$/)
})

it('links web addresses in text, but not in code or another link', () => {
  const links = (text: string) => {
    const { container, unmount } = render(<Inline text={text} />)
    const result = [...container.querySelectorAll('a')].map((link) => [
      link.getAttribute('href'),
      link.firstChild?.textContent,
    ])
    unmount()
    return result
  }
  const address = 'https://a.example/b?c=1&amp;d=(2)'
  const href = 'https://a.example/b?c=1&d=(2)'
  expect(links(`See <b>(${address}).</b>`)).toEqual([[href, href]])
  expect(links(`${address}<br>${address}`)).toEqual([
    [href, href],
    [href, href],
  ])
  expect(links(`<code>${address}</code> and javascript:alert(1), https://`)).toEqual([])
  expect(links(`<a href="https://other.example/">${address}</a>`)).toEqual([['https://other.example/', href]])
})

it.skipIf(!existsSync(payloads))('renders only its own elements from the sanitiser payloads', () => {
  const sources: { payload: string }[] = JSON.parse(readFileSync(payloads, 'utf8'))
  expect(sources.length).toBeGreaterThan(50)
  for (const { payload } of sources) {
    const { container, unmount } = render(<Inline text={payload} />)
    for (const element of container.querySelectorAll('*')) {
      expect(element.matches('a[href^="http"], span, b, strong, i, em, u, s, code, mark, br')).toBe(true)
      const attributes = element
        .getAttributeNames()
        .filter((name) => (element.matches('a, span') ? !['href', 'class', 'target', 'rel'].includes(name) : true))
      expect(attributes).toEqual([])
    }
    unmount()
  }
})
