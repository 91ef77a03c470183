import './posting-settings.css'
import { type CallInput, type Community, LASTING_SLOW_MODE_SECONDS, POST_TYPES } from '@stoa/contract'
import { draftKey } from '@stoa/store'
import { useCommunity, useViewer } from '@stoa/store/react'
import { Checkbox, durationText, SelectField, Skeleton, useI18n, useTranslate } from '@stoa/ui'
import { useRef } from 'react'
import { type FieldChanges, overtaken, useFieldChanges } from '../../../shell/field-changes.ts'
import { DraftForm } from '../../../shell/save-bar.tsx'
import { useFormAction } from '../../../shell/use-form-action.ts'
import { postingMessages } from './messages.ts'
import { SettingConflict } from './setting-conflict.tsx'
import { useSaveCommunity } from './use-save-community.ts'

type PostType = (typeof POST_TYPES)[number]
type Switch = 'anonymousComments' | 'approvePosts' | 'requireTranscripts' | 'showRules'
type PostingValues = Record<PostType | Switch, boolean> & Record<'slowModeSeconds', number>

/** Labels of the fields, in order. */
const LABELS = {
  community: 'posting.type.community',
  poll: 'posting.type.poll',
  story: 'posting.type.story',
  response: 'posting.type.response',
  anonymousComments: 'posting.anonymous',
  approvePosts: 'posting.approve',
  requireTranscripts: 'posting.transcripts',
  showRules: 'posting.showRules',
  slowModeSeconds: 'posting.slowMode',
} as const satisfies Record<keyof PostingValues, keyof typeof postingMessages>

const isPostType = (name: string): name is PostType => POST_TYPES.some((type) => type === name)

/** `admin-settings/posting`: accepted kinds of posts, their approval, and slow mode. */
export function PostingSettings({ tokenName }: { tokenName: string }) {
  const viewer = useViewer()
  const community = useCommunity(tokenName)
  if (!viewer || !community) return <Skeleton lines={6} />
  return <Posting community={community} viewerId={viewer.id} />
}

/** Unsaved changes stay on the device until they are saved or discarded. */
function Posting({ community, viewerId }: { community: Community; viewerId: string }) {
  const t = useTranslate(postingMessages)
  const { locale } = useI18n()
  const attempt = useFormAction()
  const saveCommunity = useSaveCommunity()
  const saved = postingValues(community)
  const edits = useFieldChanges(draftKey(viewerId, `posting ${community.tokenName}`), saved)
  const { changes, late, valueOf } = edits
  const slowMode = useRef<HTMLSelectElement>(null)
  const slowModeText = (seconds: number) => (seconds === 0 ? t('posting.slowMode.off') : durationText(seconds, locale))

  async function save({ isOver = false } = {}): Promise<boolean> {
    if (!changes || (late.length > 0 && !isOver)) return false
    return attempt.run(async () => {
      const now = await saveCommunity(community, (latest) =>
        latest !== community && overtaken(postingValues(latest), changes).length > 0 ? null : inputOf(latest, changes),
      )
      edits.settle(changes, postingValues(now))
    })
  }
  function discard(): void {
    edits.discard()
    attempt.reset()
  }
  const toggle = (name: PostType | Switch) => ({
    label: t(LABELS[name]),
    checked: valueOf(name),
    onChange: (event: { currentTarget: { checked: boolean } }) => {
      attempt.reset()
      edits.change(name, event.currentTarget.checked)
    },
  })
  return (
    <section className="stoa-app-posting" aria-labelledby="posting-title">
      <h2 id="posting-title">{t('posting.title')}</h2>
      <DraftForm
        className="stoa-app-posting"
        label={t('posting.title')}
        changes={edits.changed.map((name) => t(LABELS[name]))}
        attempt={attempt.code === 'EDIT_CONFLICT' ? { ...attempt, problem: '' } : attempt}
        isKept
        onSave={save}
        onDiscard={discard}
      >
        <fieldset className="stoa-settings-group">
          <legend>{t('posting.types')}</legend>
          <p className="stoa-app-muted">{t('posting.types.text')}</p>
          {POST_TYPES.map((type) => (
            <Checkbox key={type} {...toggle(type)} />
          ))}
          <Checkbox hint={t('posting.anonymous.hint')} {...toggle('anonymousComments')} />
        </fieldset>
        <fieldset className="stoa-settings-group">
          <legend>{t('posting.before')}</legend>
          <Checkbox hint={t('posting.approve.hint')} {...toggle('approvePosts')} />
          <Checkbox hint={t('posting.transcripts.hint')} {...toggle('requireTranscripts')} />
        </fieldset>
        <fieldset className="stoa-settings-group">
          <legend>{t('posting.writing')}</legend>
          <Checkbox hint={t('posting.showRules.hint')} {...toggle('showRules')} />
          <SelectField
            label={t('posting.slowMode')}
            hint={t('posting.slowMode.hint')}
            ref={slowMode}
            value={String(valueOf('slowModeSeconds'))}
            options={LASTING_SLOW_MODE_SECONDS.map((value) => ({
              value: String(value),
              label: slowModeText(value),
            }))}
            onChange={(event) => {
              attempt.reset()
              edits.change('slowModeSeconds', Number(event.currentTarget.value))
            }}
          />
          {late.length > 0 && (
            <SettingConflict
              settings={[
                {
                  name: 'slowMode',
                  label: t('posting.slowMode'),
                  now: slowModeText(saved.slowModeSeconds),
                  mine: slowModeText(valueOf('slowModeSeconds')),
                },
              ]}
              busy={attempt.busy}
              onOverwrite={() => {
                // The pressed button disappears.
                void save({ isOver: true }).then((isSaved) => isSaved && slowMode.current?.focus())
              }}
              onTake={() => {
                edits.change('slowModeSeconds', saved.slowModeSeconds)
                slowMode.current?.focus()
              }}
            />
          )}
        </fieldset>
      </DraftForm>
    </section>
  )
}

/** The fields' saved values. */
function postingValues(community: Community): PostingValues {
  const { anonymousComments, approvePosts, requireTranscripts, showRules, slowModeSeconds } = community
  const types = Object.fromEntries(POST_TYPES.map((type) => [type, community.postTypes.includes(type)]))
  return {
    ...(types as Record<PostType, boolean>),
    anonymousComments,
    approvePosts,
    requireTranscripts,
    showRules,
    slowModeSeconds,
  }
}

/** The call's input: other people's changes to other kinds of posts stay. */
function inputOf(
  latest: Community,
  changes: FieldChanges<PostingValues>,
): Omit<CallInput<'communityEdit'>, 'tokenName' | 'revision'> {
  const to = Object.entries(changes).map(([name, change]) => [name, change?.to] as const)
  const types = new Map<string, unknown>([...latest.postTypes.map((type) => [type, true] as const), ...to])
  const isTypeChanged = to.some(([name]) => isPostType(name))
  return {
    ...Object.fromEntries(to.filter(([name]) => !isPostType(name))),
    ...(isTypeChanged && { postTypes: POST_TYPES.filter((type) => types.get(type) === true) }),
  }
}
