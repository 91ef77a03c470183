import { renderToString } from 'react-dom/server'
import { expect, it } from 'vitest'
import { Link } from './link.tsx'
import { isExternalHref, isSafeHref } from './safe-href.ts'

it('links only http, https and own paths', () => {
  const safe = ['https://example.org', 'HTTP://example.org', '//example.org/a', '/bbs', '?a=1', '#top', 'a/b', '']
  const unsafe = [
    'javascript:alert(1)',
    ' JavaScript:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    'mailto:a@b.c',
    'blob:x',
    'https://[',
    'file:///etc',
  ]
  expect(safe.filter((href) => !isSafeHref(href))).toEqual([])
  expect(unsafe.filter(isSafeHref)).toEqual([])
  expect(renderToString(<Link href="javascript:alert(1)">x</Link>)).toBe('<span>x</span>')
})

it('opens other hosts in a new tab, says so, and adds nofollow to members’ links', () => {
  expect(['https://example.org/a', '//example.org', '/a', '#b'].map(isExternalHref)).toEqual([true, true, false, false])
  const html = renderToString(
    <Link href="https://example.org/a" fromMember>
      example
    </Link>,
  )
  expect(html).toContain('target="_blank"')
  expect(html).toContain('rel="noopener noreferrer nofollow ugc"')
  expect(html).toContain('opens in a new tab')
  expect(renderToString(<Link href="/a">a</Link>)).toBe('<a href="/a" class="stoa-link">a</a>')
})
