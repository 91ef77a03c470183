import { expect, test } from 'vitest'
import { withoutLinks, writeMail } from './letter.ts'

test('text and HTML say the same, and content is escaped', () => {
  const { text, html } = writeMail(
    {
      subject: 'A "code" & more',
      text: ['<b>Ada</b> & Bea'],
      action: { label: 'Open <it>', url: 'https://forum.example/?a="1"&b=<2>' },
      code: '123456',
      after: ['Good for <10> minutes.'],
    },
    { to: 'ada@mail.example', from: 'Ada & <Sons>' },
  )
  expect(text).toBe(
    [
      '<b>Ada</b> & Bea',
      'Open <it>:\nhttps://forum.example/?a="1"&b=<2>',
      '123456',
      'Good for <10> minutes.',
      '-- \nAda & <Sons>',
    ].join('\n\n'),
  )
  for (const part of [
    '&lt;b&gt;Ada&lt;/b&gt; &amp; Bea',
    'href="https://forum.example/?a=&quot;1&quot;&amp;b=&lt;2&gt;"',
    '>Open &lt;it&gt;</a>',
    '>123456</span>',
    'Good for &lt;10&gt; minutes.',
    'Ada &amp; &lt;Sons&gt;',
  ])
    expect(html).toContain(part)
})

test('a mail has the color and the logo of its domain', () => {
  const letter = { subject: 'Hello', text: ['Words'], action: { label: 'Open', url: 'https://garden.example/' } }
  const about = { to: 'ada@mail.example', from: 'Garden' }
  const { html } = writeMail(letter, {
    ...about,
    brand: { accent: '#7d2a28', logo: 'https://garden.example/logo.png?a="1"' },
  })
  expect(html).toContain('background:#7d2a28;')
  expect(html).toContain('src="https://garden.example/logo.png?a=&quot;1&quot;" alt="Garden"')
  expect(writeMail(letter, about).html).not.toContain('<img')
})

test.each([
  ['See https://evil.example/a', 'See https[:]//evil[.]example/a'],
  ['evil.example, www.evil.example', 'evil[.]example, www[.]evil[.]example'],
  ['write to me@evil.example', 'write to me@evil[.]example'],
  ['http://10.0.0.1/x 10.0.0.1', 'http[:]//10[.]0[.]0[.]1/x 10[.]0[.]0[.]1'],
  ['邪悪。例え ev\u200Bil.\u200Bexample', '邪悪[。]例え ev\u200Bil[.]\u200Bexample'],
  ['1.5 of 2, on 24.12.2026. Really… yes.', '1.5 of 2, on 24.12.2026. Really… yes.'],
])('no mail program links %s', (text, expected) => {
  expect(withoutLinks(text)).toBe(expected)
})

test('a long text without links takes no time', () => {
  const text = '. a.'.repeat(100_000) + '.\u200B'.repeat(100_000)
  const start = performance.now()
  withoutLinks(text)
  expect(performance.now() - start).toBeLessThan(500)
})
