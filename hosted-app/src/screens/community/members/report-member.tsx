import { loadCommunityRules, ReportDialog } from '@stoa/comments'
import type { Community } from '@stoa/contract'
import { useStoa, useStoaState, useViewer } from '@stoa/store/react'
import { FlagIcon, Menu, SelectField, useTranslate, Written } from '@stoa/ui'
import { useEffect, useState } from 'react'
import { reportMessages } from './messages.ts'

/** The member menu for people who don't moderate the community: reporting. */
export function ReportMember({ tokenName, userId, name }: { tokenName: string; userId: string; name: string }) {
  const t = useTranslate(reportMessages)
  const [isAsked, setAsked] = useState(false)
  return (
    <>
      <Menu
        label={t('reports.member.menu', { name })}
        items={[
          { id: 'report', label: t('reports.member'), icon: <FlagIcon size={16} />, onSelect: () => setAsked(true) },
        ]}
      />
      {isAsked && (
        <ReportMemberDialog tokenNames={[tokenName]} userId={userId} name={name} onClose={() => setAsked(false)} />
      )}
    </>
  )
}

export interface ReportMemberDialogProps {
  userId: string
  name: string
  /** Communities whose moderators can receive the report; at least one. */
  tokenNames: readonly string[]
  /** Initially selected, if it is one of `places`. Default: one that the viewer has joined, else the first. */
  first?: string | null
  onClose: () => void
}

/** Asks for the reason of a report and, if there are several, the community whose moderators receive it. */
export function ReportMemberDialog({ userId, name, tokenNames, first = null, onClose }: ReportMemberDialogProps) {
  const t = useTranslate(reportMessages)
  const stoa = useStoa()
  const viewer = useViewer()
  const [tokenName, setTokenName] = useState(
    () =>
      tokenNames.find((tokenName) => tokenName === first) ??
      tokenNames.find((tokenName) => viewer?.joinedCommunities.includes(tokenName)) ??
      tokenNames[0] ??
      '',
  )
  const communities = useStoaState((state) => state.communities)
  const titleOf = (tokenName: string) => communities[tokenName]?.title ?? tokenName
  const rules = useRules(tokenName)
  return (
    <ReportDialog
      title={t('reports.member.title', { name })}
      rules={rules}
      onReport={async ({ reason = 'other', reasonText }) => {
        const reported = { tokenName, reportedType: 'User', reportedUserId: userId } as const
        const why = { reportReason: reason, ...(reasonText && { reportText: reasonText }) }
        return (await stoa.client.call('reportCreate', { ...reported, ...why })).isNew
      }}
      onClose={onClose}
    >
      {tokenNames.length === 1 ? (
        <p>{t.rich('reports.member.to', { community: <Written>{titleOf(tokenName)}</Written> })}</p>
      ) : (
        <SelectField
          label={t('reports.member.place')}
          value={tokenName}
          options={tokenNames.map((value) => ({ value, label: titleOf(value) }))}
          onChange={({ target }) => setTokenName(target.value)}
        />
      )}
    </ReportDialog>
  )
}

/** The rules of a community, loaded if it isn't known yet. */
function useRules(tokenName: string): Community['rules'] {
  const stoa = useStoa()
  useEffect(() => void loadCommunityRules(stoa, tokenName), [stoa, tokenName])
  return useStoaState((state) => state.communities[tokenName])?.rules ?? []
}
