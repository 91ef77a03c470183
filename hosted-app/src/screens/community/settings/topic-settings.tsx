import { DecisionDialog } from '@stoa/comments/moderation'
import { TOPIC_NAME_MAX_LENGTH, TOPICS_MAX, type Topic } from '@stoa/contract'
import { putEntities } from '@stoa/store'
import { useCommunity, useStoa } from '@stoa/store/react'
import {
  Banner,
  Button,
  Dialog,
  EmptyState,
  Menu,
  SelectField,
  TagIcon,
  TextField,
  TopicDot,
  TopicPill,
  translatable,
  useTranslate,
  VisuallyHidden,
} from '@stoa/ui'
import { type FormEvent, useRef, useState } from 'react'
import { useHostedApp } from '../../../hosted-app.ts'
import { useFormAction } from '../../../shell/use-form-action.ts'
import { topicMessages } from './messages.ts'
import { focusMoved, MoveButtons, type Step } from './move-buttons.tsx'

const COLORS = ['gray', 'teal', 'green', 'yellow', 'orange', 'red', 'purple', 'blue'] as const
type Change = Pick<Topic, 'name' | 'color'>
const NO_CHANGE: Change = { name: '', color: 'gray' }

/** `admin-settings/topics`: creates, renames, colors, orders, merges and deletes the topics of a community. */
export function TopicSettings({ tokenName }: { tokenName: string }) {
  const t = useTranslate(topicMessages)
  const stoa = useStoa()
  const { toasts } = useHostedApp()
  const topics = useCommunity(tokenName)?.activeFlairs ?? []
  const [dialog, setDialog] = useState<{ kind: 'edit' | 'merge' | 'delete'; topic: Topic } | null>(null)
  const moving = useFormAction()
  const [announcement, setAnnouncement] = useState('')
  const list = useRef<HTMLUListElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const { call } = stoa.client

  /** Shows the community as returned by the call. */
  async function send(
    messageKey: 'topics.created' | 'topics.changed' | 'topics.merged' | 'topics.deleted',
    work: () => ReturnType<typeof remove>,
  ) {
    const { community } = await work()
    putEntities(stoa, { communities: { [tokenName]: community } })
    setDialog(null)
    toasts.show({ text: t(messageKey), tone: 'success' })
    // The menu that opened the dialog disappears with its topic.
    if (messageKey === 'topics.deleted' || messageKey === 'topics.merged') setTimeout(() => heading.current?.focus())
  }
  const create = (change: Change) => send('topics.created', () => call('flairCreate', { tokenName, ...change }))
  const edit = (flairId: string, change: Partial<Change>) =>
    send('topics.changed', () => call('flairEdit', { tokenName, flairId, ...change }))
  const remove = (flairId: string, intoFlairId?: string) =>
    call('flairDelete', { tokenName, flairId, ...(intoFlairId && { intoFlairId }) })

  async function move(topic: Topic, at: number, step: Step) {
    if (moving.busy) return
    const position = at + step
    const isDone = await moving.run(async () => {
      const { community } = await call('flairEdit', { tokenName, flairId: topic.id, position })
      putEntities(stoa, { communities: { [tokenName]: community } })
    })
    if (!isDone) return
    setAnnouncement(t('topics.moved', { name: topic.name, place: position + 1, count: topics.length }))
    focusMoved(list, position, step)
  }

  return (
    <section aria-labelledby="topics-title">
      <h2 ref={heading} id="topics-title" tabIndex={-1}>
        {t('topics.title')}
      </h2>
      <p className="stoa-app-muted">{t('topics.text', { count: topics.length, most: TOPICS_MAX })}</p>
      {topics.length === 0 ? (
        <EmptyState title={t('topics.empty')} icon={<TagIcon size={32} />}>
          {t('topics.empty.text')}
        </EmptyState>
      ) : (
        <ul ref={list} className="stoa-app-list stoa-app-topics">
          {topics.map((topic, at) => (
            <li key={topic.id}>
              <TopicPill name={topic.name} color={topic.color} />
              <MoveButtons
                at={at}
                count={topics.length}
                label={(step) => t(step < 0 ? 'topics.up' : 'topics.down', { name: topic.name })}
                onMove={(step) => void move(topic, at, step)}
              />
              <Menu
                label={t('topics.menu', { name: topic.name })}
                items={[
                  { id: 'edit', label: t('topics.edit'), onSelect: () => setDialog({ kind: 'edit', topic }) },
                  ...(topics.length > 1
                    ? [{ id: 'merge', label: t('topics.merge'), onSelect: () => setDialog({ kind: 'merge', topic }) }]
                    : []),
                  {
                    id: 'delete',
                    label: t('topics.delete'),
                    danger: true,
                    onSelect: () => setDialog({ kind: 'delete', topic }),
                  },
                ]}
              />
            </li>
          ))}
        </ul>
      )}
      <div role="status">
        <VisuallyHidden>{translatable(announcement)}</VisuallyHidden>
      </div>
      {moving.problem !== '' && <Banner tone="danger">{moving.problem}</Banner>}
      {topics.length < TOPICS_MAX && <NewTopic onCreate={create} />}
      {dialog?.kind === 'edit' && (
        <EditTopic
          topic={dialog.topic}
          onSave={(change) => edit(dialog.topic.id, change)}
          onClose={() => setDialog(null)}
        />
      )}
      {dialog?.kind === 'merge' && (
        <MergeTopic
          topic={dialog.topic}
          others={topics.filter(({ id }) => id !== dialog.topic.id)}
          onMerge={(intoFlairId) => send('topics.merged', () => remove(dialog.topic.id, intoFlairId))}
          onClose={() => setDialog(null)}
        />
      )}
      {dialog?.kind === 'delete' && (
        <DecisionDialog
          title={t('topics.delete.title', { name: dialog.topic.name })}
          submit={t('topics.delete')}
          isDanger
          onDecide={() => send('topics.deleted', () => remove(dialog.topic.id))}
          onClose={() => setDialog(null)}
        >
          <p>{t('topics.delete.text')}</p>
        </DecisionDialog>
      )}
    </section>
  )
}

interface MergeTopicProps {
  topic: Topic
  others: readonly Topic[]
  onMerge: (intoFlairId: string) => Promise<unknown>
  onClose: () => void
}

function MergeTopic({ topic, others, onMerge, onClose }: MergeTopicProps) {
  const t = useTranslate(topicMessages)
  const [chosen, setChosen] = useState(others[0]?.id ?? '')
  return (
    <DecisionDialog
      title={t('topics.merge.title', { name: topic.name })}
      submit={t('topics.merge.submit')}
      isDanger
      onDecide={() => onMerge(chosen)}
      onClose={onClose}
    >
      <p>{t('topics.merge.text', { name: topic.name })}</p>
      <SelectField
        label={t('topics.merge.into')}
        value={chosen}
        options={others.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={(event) => setChosen(event.currentTarget.value)}
      />
    </DecisionDialog>
  )
}

function NewTopic({ onCreate }: { onCreate: (change: Change) => Promise<unknown> }) {
  const t = useTranslate(topicMessages)
  const [change, setChange] = useState(NO_CHANGE)
  const { busy, problem, run, reset } = useFormAction()
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    // What was typed meanwhile stays.
    if (await run(() => onCreate(change))) setChange((now) => (now === change ? NO_CHANGE : now))
  }
  return (
    <form className="stoa-app-topic" noValidate onSubmit={(event) => void submit(event)}>
      <TopicFields change={change} problem={problem} onChange={(next) => (reset(), setChange(next))} />
      <Button type="submit" busy={busy} disabled={change.name.trim() === ''}>
        {t('topics.create')}
      </Button>
    </form>
  )
}

interface EditTopicProps {
  topic: Topic
  onSave: (change: Partial<Change>) => Promise<unknown>
  onClose: () => void
}

function EditTopic({ topic, onSave, onClose }: EditTopicProps) {
  const t = useTranslate(topicMessages)
  const [change, setChange] = useState<Change>(topic)
  const { busy, problem, run, reset } = useFormAction()
  const isSame = change.name.trim() === topic.name && change.color === topic.color
  // Unchanged fields aren't sent: somebody else may have changed them.
  const save = () =>
    void run(() =>
      onSave({
        ...(change.name.trim() === topic.name ? {} : { name: change.name }),
        ...(change.color === topic.color ? {} : { color: change.color }),
      }),
    )
  return (
    <Dialog
      open
      title={t('topics.edit.title', { name: topic.name })}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('dialog.cancel')}</Button>
          <Button variant="primary" busy={busy} disabled={isSame || change.name.trim() === ''} onClick={save}>
            {t('topics.save')}
          </Button>
        </>
      }
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          save()
        }}
      >
        <TopicFields change={change} problem={problem} onChange={(next) => (reset(), setChange(next))} />
      </form>
    </Dialog>
  )
}

interface TopicFieldsProps {
  change: Change
  problem: string
  onChange: (change: Change) => void
}

function TopicFields({ change, problem, onChange }: TopicFieldsProps) {
  const t = useTranslate(topicMessages)
  return (
    <>
      <TextField
        label={t('topics.name')}
        hint={t('topics.name.hint', { most: TOPIC_NAME_MAX_LENGTH })}
        error={problem || undefined}
        maxLength={TOPIC_NAME_MAX_LENGTH * 2}
        value={change.name}
        dir="auto"
        onChange={(event) => onChange({ ...change, name: event.currentTarget.value })}
      />
      <SelectField
        label={t('topics.color')}
        value={change.color}
        mark={<TopicDot color={change.color} />}
        options={COLORS.map((value) => ({ value, label: t(`topics.color.${value}`) }))}
        onChange={(event) => onChange({ ...change, color: event.currentTarget.value as Topic['color'] })}
      />
    </>
  )
}
