import { loadCommunityRules, ReportDialog } from '@stoa/comments'
import { type Conversation, type Message, REPORTED_MESSAGES_MAX } from '@stoa/contract'
import { useMessages, useStoa, useStoaState, useViewer } from '@stoa/store/react'
import { SelectField, useTranslate, useWritten, Written } from '@stoa/ui'
import { useEffect, useState } from 'react'
import { useHostedApp } from '../../hosted-app.ts'
import { MessageText } from './message-text.tsx'
import { messageTexts } from './texts.ts'

export interface ReportMessageProps {
  conversation: Conversation
  /** The loaded messages, oldest first. */
  messages: readonly Message[]
  /** The reported one, from the other person. */
  messageId: string
  onClose: () => void
}

/** Reports a message: asks why, which moderators receive it, and how many messages before it they get. */
export function ReportMessage({ conversation, messages, messageId, onClose }: ReportMessageProps) {
  const t = useTranslate(messageTexts)
  const written = useWritten()
  const stoa = useStoa()
  const viewer = useViewer()
  const { config } = useHostedApp()
  const { loadOlder } = useMessages()
  const { id, person, sharedCommunities } = conversation
  const [before, setBefore] = useState(0)
  const places = [...new Set([...sharedCommunities.map((one) => one.tokenName), config.defaultTokenName])]
  const [tokenName, setTokenName] = useState(places[0] ?? '')
  const communities = useStoaState((state) => state.communities)
  const titleOf = (name: string) =>
    communities[name]?.title ?? sharedCommunities.find((one) => one.tokenName === name)?.title ?? name
  useEffect(() => void loadCommunityRules(stoa, tokenName), [stoa, tokenName])
  const at = messages.findIndex((message) => message.id === messageId)
  const available = Math.min(Math.max(at, 0), REPORTED_MESSAGES_MAX)
  useEffect(() => {
    // The choice needs the messages before it.
    if (at >= 0 && at < REPORTED_MESSAGES_MAX) void loadOlder(id)
  }, [loadOlder, id, at])
  const shown = at < 0 ? [] : messages.slice(at - Math.min(before, available), at + 1)
  return (
    <ReportDialog
      title={t('message.report.title', { name: person.displayName })}
      rules={communities[tokenName]?.rules ?? []}
      onReport={async ({ reason = 'other', reasonText }) => {
        const why = { reportReason: reason, ...(reasonText && { reportText: reasonText }) }
        return (await stoa.client.call('dmReport', { messageId, before: shown.length - 1, tokenName, ...why })).isNew
      }}
      onClose={onClose}
    >
      {places.length > 1 ? (
        <SelectField
          label={t('message.report.place')}
          value={tokenName}
          options={places.map((value) => ({ value, label: titleOf(value) }))}
          onChange={({ target }) => setTokenName(target.value)}
        />
      ) : (
        <p>{t.rich('message.report.to', { community: <Written>{titleOf(tokenName)}</Written> })}</p>
      )}
      {available > 0 && (
        <SelectField
          label={t('message.report.before')}
          value={String(Math.min(before, available))}
          options={Array.from({ length: available + 1 }, (_, count) => ({
            value: String(count),
            label: t('message.report.beforeCount', { count }),
          }))}
          onChange={({ target }) => setBefore(Number(target.value))}
        />
      )}
      <p>{t('message.report.shown')}</p>
      <ul className="stoa-talk-evidence">
        {shown.map((message) => (
          <li key={message.id}>
            <b>
              <bdi>
                {message.senderId === person.userId ? person.displayName : (viewer?.displayName ?? t('messages.you'))}
              </bdi>
            </b>
            <p {...written(message.text)}>
              <MessageText text={message.text} />
            </p>
          </li>
        ))}
      </ul>
    </ReportDialog>
  )
}
