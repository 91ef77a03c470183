import { type CallOutput, languageName } from '@stoa/contract'
import { useStoa } from '@stoa/store/react'
import { Badge, Button, directionOf, SelectField, TextArea, TextField, useTranslate } from '@stoa/ui'
import { useCallback, useEffect, useState } from 'react'
import { type OwnTexts, ownTextsOf, textsValue } from './domain-values.ts'
import { domainMessages } from './messages.ts'

export interface DomainTextsProps {
  /** The domain's name. */
  name: string
  languages: readonly string[]
  /** As in the form's values. */
  value: string
  error: string | undefined
  isReadOnly: boolean
  onChange: (value: string) => void
}

type Found = CallOutput<'domainTexts'>

/** A domain's own words instead of single texts: those it has, and a search for others. */
export function DomainTexts({ name, languages, value, error, isReadOnly, onChange }: DomainTextsProps) {
  const t = useTranslate(domainMessages)
  const { call } = useStoa().client
  const [chosen, setChosen] = useState('')
  const language = languages.includes(chosen) ? chosen : (languages[0] ?? 'en')
  const [query, setQuery] = useState('')
  const [searched, setSearched] = useState('')
  const [found, setFound] = useState<Found | null>(null)
  const [hasFailed, setFailed] = useState(false)
  const texts = ownTextsOf(value)
  const own = texts[language] ?? {}
  // Those that are changed here stay shown.
  const keys = Object.keys(own).join()
  const [shownKeys, setShownKeys] = useState(keys)
  const load = useCallback(() => {
    let isOver = false
    setFailed(false)
    call('domainTexts', { name, language, query: searched, keys: shownKeys }).then(
      (result) => !isOver && setFound(result),
      () => !isOver && setFailed(true),
    )
    return () => {
      isOver = true
    }
  }, [call, name, language, searched, shownKeys])
  useEffect(load, [load])

  function search(): void {
    setShownKeys(keys)
    setSearched(query.trim())
    if (query.trim() === searched && keys === shownKeys) load()
  }
  function word(key: string, next: OwnTexts[string][string] | null): void {
    const { [key]: _, ...others } = own
    onChange(textsValue({ ...texts, [language]: next ? { ...others, [key]: next } : others }))
  }

  return (
    <div className="stoa-settings-fields">
      {languages.length > 1 && (
        <SelectField
          label={t('domain.texts.language')}
          value={language}
          options={languages.map((tag) => ({ value: tag, label: languageName(tag) }))}
          onChange={(event) => {
            setChosen(event.currentTarget.value)
            setShownKeys(Object.keys(texts[event.currentTarget.value] ?? {}).join())
            setFound(null)
          }}
        />
      )}
      <TextField
        type="search"
        label={t('domain.texts.search')}
        hint={t('domain.texts.search.hint')}
        value={query}
        maxLength={100}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          // It would save the form around it.
          event.preventDefault()
          search()
        }}
        onChange={(event) => setQuery(event.currentTarget.value)}
      />
      <div>
        <Button onClick={search}>{t('domain.texts.submit')}</Button>
      </div>
      {hasFailed && <p role="alert">{t('domain.texts.failed')}</p>}
      {error && (
        <p className="stoa-field-error" role="alert">
          {error}
        </p>
      )}
      <p role="status">{found?.items.length === 0 && searched !== '' ? t('domain.texts.none') : ''}</p>
      {found && found.items.length > 0 && (
        <ul className="stoa-app-domain-texts">
          {found.items.map((item) => (
            <OwnText
              key={`${language} ${item.key}`}
              item={item}
              language={language}
              own={own[item.key]}
              isReadOnly={isReadOnly}
              onChange={(next) => word(item.key, next)}
            />
          ))}
        </ul>
      )}
      {found?.hasMore && <p className="stoa-app-muted">{t('domain.texts.more')}</p>}
    </div>
  )
}

interface OwnTextProps {
  item: Found['items'][number]
  language: string
  own: OwnTexts[string][string] | undefined
  isReadOnly: boolean
  /** Null: the default. */
  onChange: (own: OwnTexts[string][string] | null) => void
}

function OwnText({ item, language, own, isReadOnly, onChange }: OwnTextProps) {
  const t = useTranslate(domainMessages)
  const { key, english, source, text } = item
  /** What is being typed; an empty field stays empty until it is left. */
  const [draft, setDraft] = useState<string | null>(null)
  const isStale = own !== undefined && own.source !== source
  return (
    <li>
      <p className="stoa-app-muted">
        <code dir="ltr">{key}</code> {isStale && <Badge tone="warning">{t('domain.texts.stale')}</Badge>}
      </p>
      {language !== 'en' && (
        <p className="stoa-app-muted">{t.rich('domain.texts.english', { text: <bdi lang="en">{english}</bdi> })}</p>
      )}
      <TextArea
        label={t('domain.texts.own', { key })}
        hint={t.rich('domain.texts.default', { text: <bdi lang={language}>{text}</bdi> })}
        value={draft ?? own?.text ?? text}
        rows={2}
        maxLength={2000}
        lang={language}
        dir={directionOf(language)}
        readOnly={isReadOnly}
        onBlur={() => setDraft(null)}
        onChange={(event) => {
          const next = event.currentTarget.value
          setDraft(next)
          onChange(next === text || next.trim() === '' ? null : { text: next, source })
        }}
      />
      {own && !isReadOnly && (
        <p>
          <Button size="s" onClick={() => onChange(null)}>
            {t('domain.texts.reset')}
          </Button>{' '}
          {isStale && (
            <Button size="s" onClick={() => onChange({ ...own, source })}>
              {t('domain.texts.keep')}
            </Button>
          )}
        </p>
      )}
    </li>
  )
}
