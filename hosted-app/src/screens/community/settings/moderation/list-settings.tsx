import {
  type CallOutput,
  type CheckAction,
  LIST_ENTRIES_MAX,
  LIST_ENTRY_MAX_LENGTH,
  type ListEntry,
  normalizeText,
  onOneLine,
  textLength,
} from '@stoa/contract'
import { useStoa } from '@stoa/store/react'
import { Badge, Banner, Button, TextArea, useTranslate } from '@stoa/ui'
import { useState } from 'react'
import { useFormAction } from '../../../../shell/use-form-action.ts'
import { OthersEdits, useListEdits } from '../use-list-edits.tsx'
import { moderationSettingsMessages } from './messages.ts'
import type { SaveRules } from './moderation-settings.tsx'

const ACTIONS = ['refuse', 'hold', 'flag'] as const satisfies readonly CheckAction[]
const TONES = { refuse: 'danger', hold: 'warning', flag: 'neutral' } as const
type Texts = Record<CheckAction, string>
type Trial = CallOutput<'checkRulesTest'>

const textsOf = (entries: readonly ListEntry[]): Texts => {
  const lines = (checkAction: CheckAction) =>
    entries.flatMap(({ action, text }) => (action === checkAction ? [text] : [])).join('\n')
  return { refuse: lines('refuse'), hold: lines('hold'), flag: lines('flag') }
}

const linesOf = (text: string) => text.split('\n').flatMap((line) => onOneLine(normalizeText(line)) || [])

const entriesOf = (texts: Texts): ListEntry[] =>
  ACTIONS.flatMap((action) => linesOf(texts[action]).map((text) => ({ text, action })))

interface ListSettingsProps {
  tokenName: string
  scope: 'community' | 'all'
  entries: readonly ListEntry[]
  onSave: SaveRules
}

/** Words and links that reject, hold or flag content, tested on past comments before saving. */
export function ListSettings({ tokenName, scope, entries: saved, onSave }: ListSettingsProps) {
  const t = useTranslate(moderationSettingsMessages)
  const { call } = useStoa().client
  const [texts, setTexts] = useState(() => textsOf(saved))
  const [trial, setTrial] = useState<Trial | null>(null)
  const saving = useFormAction()
  const edits = useListEdits(saved)
  const trying = useFormAction()
  const entries = entriesOf(texts)
  const isSame = JSON.stringify(texts) === JSON.stringify(textsOf(saved))
  const issue = issueOf(entries)
  const titleId = `lists-${scope}`

  async function save(): Promise<void> {
    const save = async () => (await onSave({ entries }, t('checks.saved')))?.entries ?? null
    setTexts(textsOf((await edits.send(entries, save))?.merged ?? entries))
  }
  const change = (action: CheckAction, value: string) => {
    setTexts({ ...texts, [action]: value })
    setTrial(null)
    saving.reset()
  }
  const problem = saving.problem || trying.problem
  return (
    <section className="stoa-app-checks" aria-labelledby={titleId}>
      <h2 id={titleId}>{t(scope === 'all' ? 'lists.all.title' : 'lists.title')}</h2>
      <p className="stoa-app-muted">{t(scope === 'all' ? 'lists.all.text' : 'lists.text')}</p>
      <form
        className="stoa-app-checks-form"
        onSubmit={(event) => {
          event.preventDefault()
          void saving.run(save)
        }}
      >
        {ACTIONS.map((action) => (
          <TextArea
            key={action}
            label={t(`lists.${action}`)}
            hint={t(`lists.${action}.hint`)}
            rows={3}
            spellCheck={false}
            value={texts[action]}
            onChange={(event) => change(action, event.currentTarget.value)}
          />
        ))}
        <p className="stoa-app-muted">{t('lists.count', { count: entries.length, most: LIST_ENTRIES_MAX })}</p>
        <OthersEdits others={edits.others} nameOf={({ text, action }) => `${text} (${t(`lists.action.${action}`)})`} />
        {issue && <Banner tone="danger">{t(issue.key, issue.values)}</Banner>}
        {problem !== '' && <Banner tone="danger">{problem}</Banner>}
        <div className="stoa-app-pending-ways">
          <Button type="submit" variant="primary" busy={saving.busy} disabled={isSame || issue !== null}>
            {t('checks.save')}
          </Button>
          <Button
            busy={trying.busy}
            disabled={entries.length === 0 || issue !== null}
            onClick={() =>
              void trying.run(async () => setTrial(await call('checkRulesTest', { tokenName, scope, entries })))
            }
          >
            {t('lists.test')}
          </Button>
        </div>
      </form>
      <div aria-live="polite">{trial && <TrialResult trial={trial} />}</div>
    </section>
  )
}

function issueOf(entries: readonly ListEntry[]) {
  const long = entries.find(({ text }) => textLength(text) > LIST_ENTRY_MAX_LENGTH)
  if (long) return { key: 'lists.tooLong', values: { most: LIST_ENTRY_MAX_LENGTH, text: long.text } } as const
  return entries.length > LIST_ENTRIES_MAX
    ? ({ key: 'lists.tooMany', values: { most: LIST_ENTRIES_MAX, text: '' } } as const)
    : null
}

/** What the list would have done to recent comments, in total and word by word. */
function TrialResult({ trial: { checked, matching, outcomes, matches, examples } }: { trial: Trial }) {
  const t = useTranslate(moderationSettingsMessages)
  const { refuse, hold, flag } = outcomes
  return (
    <div className="stoa-app-trial" role="group" aria-label={t('lists.test.title')}>
      <p>
        <b>
          {matching === 0
            ? t('lists.test.none', { checked })
            : t('lists.test.some', { checked, refused: refuse, held: hold, flagged: flag })}
        </b>
      </p>
      {matching > 0 && <p className="stoa-app-muted">{t('lists.test.once')}</p>}
      {examples.length > 0 && (
        <>
          <h3>{t('lists.test.examples')}</h3>
          <ul className="stoa-app-list" aria-label={t('lists.test.examples')}>
            {examples.map(({ commentId, excerpt, entry, action }) => (
              <li key={commentId}>
                <div>
                  <p dir="auto">{excerpt}</p>
                  <p className="stoa-app-muted">
                    {t(`lists.action.${action}`)}: <bdi>{entry}</bdi>
                    {' · '}
                    <a href={`/bbs/thread/${commentId}`}>{t('lists.test.open')}</a>
                  </p>
                </div>
              </li>
            ))}
          </ul>
        </>
      )}
      {matches.length > 0 && (
        <>
          <h3>{t('lists.test.entries')}</h3>
          <ul className="stoa-app-trial-entries">
            {matches.map(({ entry, action, count }) => (
              <li key={`${action} ${entry}`}>
                <Badge tone={TONES[action]}>{t(`lists.action.${action}`)}</Badge> <bdi>{entry}</bdi>
                <span className="stoa-app-muted">
                  {' · '}
                  {t('lists.test.count', { count })}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}
