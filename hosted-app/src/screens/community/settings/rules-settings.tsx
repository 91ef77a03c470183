import './rules-settings.css'
import {
  COMMUNITY_RULE_TEXT_MAX_LENGTH,
  COMMUNITY_RULE_TITLE_MAX_LENGTH,
  COMMUNITY_RULES_MAX,
  type Community,
  textLength,
} from '@stoa/contract'
import { draftKey } from '@stoa/store'
import { useCommunity, useDraft, useViewer } from '@stoa/store/react'
import { Button, EmptyState, IconButton, PlusIcon, TextArea, TextField, TrashIcon, useTranslate } from '@stoa/ui'
import { useRef, useState } from 'react'
import { DraftForm } from '../../../shell/save-bar.tsx'
import { useFormAction } from '../../../shell/use-form-action.ts'
import { rulesMessages } from './messages.ts'
import { focusInRow, focusMoved, MoveButtons, type Step } from './move-buttons.tsx'
import { OthersEdits, useListEdits } from './use-list-edits.tsx'
import { conflictOf, useSaveCommunity } from './use-save-community.ts'

type Rule = Community['rules'][number]

/** `admin-settings/rules`: writes, orders and removes a community's rules. Unsaved text stays on the device. */
export function RulesSettings({ tokenName }: { tokenName: string }) {
  const t = useTranslate(rulesMessages)
  const { rules, saved, others, busy, problem, isChecked, problems, change, save, discard } = useRules(tokenName)
  const list = useRef<HTMLOListElement>(null)

  const edit = (at: number, part: Partial<Rule>) =>
    change(rules.map((rule, index) => (index === at ? { ...rule, ...part } : rule)))
  function move(at: number, step: Step): void {
    change(rules.toSpliced(at, 1).toSpliced(at + step, 0, rules[at] as Rule))
    focusMoved(list, at + step, step)
  }
  function remove(at: number): void {
    change(rules.toSpliced(at, 1))
    if (rules.length > 1) focusInRow(list, Math.min(at, rules.length - 2), 'input')
  }
  function add(): void {
    change([...rules, { title: '', text: '' }])
    focusInRow(list, rules.length, 'input')
  }
  function submit(): Promise<boolean> {
    const wrong = problems.findIndex((one) => one !== null)
    if (wrong >= 0) focusInRow(list, wrong, 'input')
    return save()
  }

  const isChanged = JSON.stringify(rules) !== JSON.stringify(saved)
  const addButton = (
    <Button type="button" icon={<PlusIcon size={18} />} onClick={add}>
      {t('rules.add')}
    </Button>
  )
  return (
    <section className="stoa-app-rules-settings" aria-labelledby="rules-title">
      <h2 id="rules-title">{t('rules.heading')}</h2>
      <p className="stoa-app-muted">{t('rules.text', { most: COMMUNITY_RULES_MAX })}</p>
      {rules.length === 0 && !isChanged ? (
        <EmptyState level={3} title={t('rules.empty')} action={addButton}>
          {t('rules.empty.text')}
        </EmptyState>
      ) : (
        <DraftForm
          label={t('rules.heading')}
          changes={isChanged ? [t('rules.heading')] : []}
          attempt={{ busy, problem }}
          isKept
          onSave={submit}
          onDiscard={discard}
        >
          <ol ref={list}>
            {rules.map((rule, at) => (
              <li key={at}>
                <RuleFields
                  rule={rule}
                  number={at + 1}
                  problem={isChecked ? (problems[at] ?? null) : null}
                  onEdit={(part) => edit(at, part)}
                />
                <div className="stoa-app-rules-ways">
                  <MoveButtons
                    at={at}
                    count={rules.length}
                    label={(step) => t(step < 0 ? 'rules.up' : 'rules.down', { number: at + 1 })}
                    size="s"
                    onMove={(step) => move(at, step)}
                  />
                  <IconButton
                    size="s"
                    type="button"
                    label={t('rules.remove', { number: at + 1 })}
                    icon={<TrashIcon size={18} />}
                    onClick={() => remove(at)}
                  />
                </div>
              </li>
            ))}
          </ol>
          {rules.length < COMMUNITY_RULES_MAX && <div>{addButton}</div>}
          <OthersEdits others={others} nameOf={({ title }) => title} />
        </DraftForm>
      )}
    </section>
  )
}

/** The rules being edited, and how to save them. Others may edit them at the same time. */
function useRules(tokenName: string) {
  const viewerId = useViewer()?.id ?? ''
  const community = useCommunity(tokenName)
  const saved = community?.rules ?? []
  const [draft, setDraft] = useDraft(draftKey(viewerId, `rules:${tokenName}`))
  const { from, to: rules } = readDraft(draft) ?? { from: saved, to: saved }
  const edits = useListEdits(saved)
  const { busy, problem, run, reset } = useFormAction()
  const saveCommunity = useSaveCommunity()
  const [isChecked, setChecked] = useState(false)
  const problems = rules.map((rule, at) => problemOf(rule, rules.slice(0, at)))

  const keep = (to: readonly Rule[], begun: readonly Rule[]) => setDraft(JSON.stringify({ from: begun, to }))
  /** Saves the rules. Returns the current rules if somebody else has saved meanwhile, else null. */
  async function send(): Promise<readonly Rule[] | null> {
    try {
      if (community) await saveCommunity(community, { rules: [...rules] })
      return null
    } catch (error) {
      const current = conflictOf(error)
      if (!current) throw error
      return current.rules
    }
  }
  return {
    rules,
    saved,
    others: edits.others,
    busy,
    problem,
    /** The problem of each rule, shown once saving was tried. */
    problems,
    isChecked,
    change(next: readonly Rule[]): void {
      reset()
      keep(next, from)
    },
    discard(): void {
      setDraft('')
      setChecked(false)
      reset()
    },
    /** Resolves with whether the rules are saved. Does nothing if a rule has a problem. */
    async save(): Promise<boolean> {
      setChecked(true)
      if (problems.some((one) => one !== null)) return false
      let isSaved = false
      await run(async () => {
        const late = await edits.send(rules, send, from)
        setChecked(false)
        isSaved = late === null
        if (late) keep(late.merged, late.theirs)
        else setDraft('')
      })
      return isSaved
    },
  }
}

interface RuleFieldsProps {
  rule: Rule
  number: number
  problem: Problem | null
  onEdit: (part: Partial<Rule>) => void
}

function RuleFields({ rule, number, problem, onEdit }: RuleFieldsProps) {
  const t = useTranslate(rulesMessages)
  return (
    <fieldset className="stoa-settings-group">
      <legend>{t('rules.rule', { number })}</legend>
      <TextField
        label={t('rules.title')}
        value={rule.title}
        error={problem && problem !== 'rules.textTooLong' ? t(problem) : undefined}
        dir="auto"
        onChange={(event) => onEdit({ title: event.currentTarget.value })}
      />
      <TextArea
        label={t('rules.why')}
        optional
        rows={2}
        value={rule.text}
        length={textLength(rule.text)}
        limit={COMMUNITY_RULE_TEXT_MAX_LENGTH}
        error={problem === 'rules.textTooLong' ? t(problem) : undefined}
        dir="auto"
        onChange={(event) => onEdit({ text: event.currentTarget.value })}
      />
    </fieldset>
  )
}

type Problem = 'rules.missing' | 'rules.same' | 'rules.titleTooLong' | 'rules.textTooLong'

/** The problem of a rule, given those before it; null if it is valid. */
function problemOf({ title, text }: Rule, before: readonly Rule[]): Problem | null {
  const name = title.trim().toLowerCase()
  if (name === '') return 'rules.missing'
  if (textLength(title) > COMMUNITY_RULE_TITLE_MAX_LENGTH) return 'rules.titleTooLong'
  if (textLength(text) > COMMUNITY_RULE_TEXT_MAX_LENGTH) return 'rules.textTooLong'
  return before.some((rule) => rule.title.trim().toLowerCase() === name) ? 'rules.same' : null
}

/** The unsaved rules, and those that the edit started from; null if there are none. */
function readDraft(draft: string): { from: readonly Rule[]; to: readonly Rule[] } | null {
  try {
    const { from, to } = JSON.parse(draft) as { from?: Rule[]; to?: Rule[] }
    return Array.isArray(from) && Array.isArray(to) ? { from, to } : null
  } catch {
    return null
  }
}
