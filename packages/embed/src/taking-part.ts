/** What only somebody who takes part needs; it comes when they are about to, so that it is there when the network is not. */
export { FailureToast } from './failure-toast.tsx'
export { default as interactionStyles } from './interaction.css?inline'
