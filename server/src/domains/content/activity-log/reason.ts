import { isBlankText } from '@stoa/contract'
import { DomainError } from '../../../platform/domain-error.ts'

/** A moderator's reason. */
export interface GivenReason {
  reason?: 'spam' | 'hateful' | 'nudity' | 'other' | undefined
  reasonText?: string | undefined
}

/** The reason as the author will read it. Throws VALIDATION_FAILED if none is given. */
export function requiredReason({ reason, reasonText = '' }: GivenReason): string {
  if (reason === undefined) throw invalid('reason', 'A reason is required.')
  if (reason !== 'other') return reason
  if (isBlankText(reasonText)) throw invalid('reasonText', 'Say what the reason is.')
  return reasonText.trim()
}

function invalid(field: string, message: string): DomainError {
  return new DomainError('VALIDATION_FAILED', [{ field, message }])
}
