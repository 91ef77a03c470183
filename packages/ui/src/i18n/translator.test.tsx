import { renderToString } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { useTranslate } from './i18n-context.ts'
import { I18nProvider } from './i18n-provider.tsx'
import { loadTranslations } from './load-translations.ts'
import { createTranslator } from './translator.ts'

const messages = {
  'demo.replies': '{count, plural, one {# reply} other {# replies}}',
  'demo.by': 'By {author}',
} as const

function Replies({ count }: { count: number }) {
  const t = useTranslate(messages)
  return (
    <p>
      {t('demo.replies', { count })} {t.rich('demo.by', { author: <b>Ada</b> })}
    </p>
  )
}

const text = (html: string) => html.replaceAll('<!-- -->', '')

describe('translator', () => {
  it('renders English without a provider, also on the server', () => {
    expect(text(renderToString(<Replies count={1} />))).toBe('<p>1 reply By <b>Ada</b></p>')
  })

  it('isolates names from right to left, so that they don’t reorder the sentence', () => {
    const t = createTranslator({ locale: 'en', messages: { by: '{name} ({points, number}) replied to {other}' } })
    const name = 'يامن'
    expect(t('by', { name, points: 3, other: '\u202eאנה' })).toBe(`\u2068${name}\u2069 (3) replied to \u2068אנה\u2069`)
    expect(text(renderToString(t.rich('by', { name, points: 3, other: <b>Ada</b> })))).toBe(
      `\u2068${name}\u2069 (3) replied to <b>Ada</b>`,
    )
    expect(t('by', { name: 'Ada', points: 3, other: 'Bea' })).toBe('Ada (3) replied to Bea')
  })

  it('lets a provider replace any text and falls back to English for others', () => {
    const html = renderToString(
      <I18nProvider
        locale="de_DE"
        translations={{ 'demo.replies': '{count, plural, one {# Antwort} other {# Antworten}}' }}
      >
        <Replies count={1200} />
      </I18nProvider>,
    )
    expect(text(html)).toBe('<p>1.200 Antworten By <b>Ada</b></p>')
  })

  it('rejects unknown keys at compile time and shows them at run time', () => {
    const t = createTranslator({ locale: 'en', messages })
    // @ts-expect-error the key is not in the catalogue
    expect(t('demo.gone')).toBe('demo.gone')
  })
})

describe('loadTranslations', () => {
  const loaders = {
    pt: async () => ({ 'demo.by': 'Por {author}' }),
    fr: () => Promise.reject(new Error('offline')),
  }
  it('falls back from region to language to English', async () => {
    expect(await loadTranslations('pt_BR', loaders)).toEqual({ 'demo.by': 'Por {author}' })
    expect(await loadTranslations('toString', loaders)).toEqual({})
    expect(await loadTranslations('fr', loaders)).toEqual({})
  })
})
