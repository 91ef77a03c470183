import { expect, test } from 'vitest'
import { writeMail } from './letter.ts'

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
