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
import { Badge, Banner, Button, TextArea, useTranslate, useWritten } from '@stoa/ui'
import { useState } from 'react'
import { DraftForm } from '../../../../shell/save-bar.tsx'
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

  const title = t(scope === 'all' ? 'lists.all.title' : 'lists.title')

  async function save(): Promise<boolean> {
    if (issue) return false
    let isSaved = false
    await saving.run(async () => {
      const late = await edits.send(entries, async () => (await onSave({ entries }))?.entries ?? null)
      setTexts(textsOf(late?.merged ?? entries))
      isSaved = late === null
    })
    return isSaved
  }
  function discard(): void {
    setTexts(textsOf(saved))
    setTrial(null)
    saving.reset()
  }
  const change = (action: CheckAction, value: string) => {
    setTexts({ ...texts, [action]: value })
    setTrial(null)
    saving.reset()
  }
  return (
    <section className="stoa-app-checks" aria-labelledby={titleId}>
      <h3 id={titleId}>{title}</h3>
      <p className="stoa-app-muted">{t(scope === 'all' ? 'lists.all.text' : 'lists.text')}</p>
      <DraftForm
        className="stoa-app-checks-form"
        label={title}
        changes={isSame ? [] : [title]}
        attempt={{ busy: saving.busy, problem: saving.problem || trying.problem }}
        onSave={save}
        onDiscard={discard}
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
        <div>
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
      </DraftForm>
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
  const written = useWritten()
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
          <h4>{t('lists.test.examples')}</h4>
          <ul className="stoa-app-list" aria-label={t('lists.test.examples')}>
            {examples.map(({ commentId, excerpt, entry, action }) => (
              <li key={commentId}>
                <div>
                  <p {...written(excerpt)}>{excerpt}</p>
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
          <h4>{t('lists.test.entries')}</h4>
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
