import { ReportDialog } from '@stoa/comments'
import { useStoa } from '@stoa/store/react'
import { FlagIcon, Menu, useTranslate } from '@stoa/ui'
import { useState } from 'react'
import { reportMessages } from './report-messages.ts'

/** The member menu for people who moderate nothing here: reporting. */
export function ReportMember({ tokenName, userId, name }: { tokenName: string; userId: string; name: string }) {
  const t = useTranslate(reportMessages)
  const { call } = useStoa().client
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
        <ReportDialog
          title={t('reports.member.title', { name })}
          onReport={async ({ reason = 'other', reasonText }) => {
            const reported = { tokenName, reportedType: 'User', reportedUserId: userId } as const
            const why = { reportReason: reason, ...(reasonText && { reportText: reasonText }) }
            return (await call('reportCreate', { ...reported, ...why })).isNew
          }}
          onClose={() => setAsked(false)}
        />
      )}
    </>
  )
}
