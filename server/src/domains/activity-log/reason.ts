import { isBlankText } from '@stoa/contract'
import { DomainError } from '../../platform/domain-error.ts'

/** What a moderator gives as a reason. */
export interface GivenReason {
  reason?: 'spam' | 'hateful' | 'nudity' | 'other' | undefined
  reasonText?: string | undefined
}

/** The reason in the words that the author will read; throws VALIDATION_FAILED where none is given. */
export function requiredReason({ reason, reasonText = '' }: GivenReason): string {
  if (reason === undefined) throw invalid('reason', 'A reason is required.')
  if (reason !== 'other') return reason
  if (isBlankText(reasonText)) throw invalid('reasonText', 'Say what the reason is.')
  return reasonText.trim()
}

function invalid(field: string, message: string): DomainError {
  return new DomainError('VALIDATION_FAILED', [{ field, message }])
}
