import { ReasonDialog } from '@stoa/comments'
import { useStoa } from '@stoa/store/react'
import { FlagIcon, Menu, useTranslate } from '@stoa/ui'
import { useState } from 'react'
import { useHostedApp } from '../../hosted-app.ts'
import { reportMessages } from './report-messages.ts'

/** The member menu for people who moderate nothing here: reporting. */
export function ReportMember({ tokenName, userId, name }: { tokenName: string; userId: string; name: string }) {
  const t = useTranslate(reportMessages)
  const { call } = useStoa().client
  const { toasts } = useHostedApp()
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
        <ReasonDialog
          title={t('reports.member.title', { name })}
          help={t('reports.member.help')}
          submit={t('reports.member.submit')}
          onSubmit={async ({ reason = 'other', reasonText }) => {
            const reported = { tokenName, reportedType: 'User', reportedUserId: userId } as const
            const why = { reportReason: reason, ...(reasonText && { reportText: reasonText }) }
            const { isNew } = await call('reportCreate', { ...reported, ...why })
            toasts.show({ text: t(isNew ? 'reports.member.done' : 'reports.member.again'), tone: 'success' })
          }}
          onClose={() => setAsked(false)}
        />
      )}
    </>
  )
}
