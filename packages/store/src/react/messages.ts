import { useEffect, useSyncExternalStore } from 'react'
import { createMessages, type Messages, type MessagesState } from '../messages/messages.ts'
import { useStoa } from './hooks.tsx'

/** The viewer's conversations, kept up to date while the component is shown. */
export function useMessages(): Messages {
  const messages = useStoa().singleton(createMessages)
  useEffect(() => messages.subscribe(), [messages])
  return messages
}

/** A part of the viewer's conversations. The selector must return the same value for the same state. */
export function useMessagesState<Part>(select: (state: MessagesState) => Part): Part {
  const { state } = useStoa().singleton(createMessages)
  const read = () => select(state.getState())
  return useSyncExternalStore(state.subscribe, read, read)
}
