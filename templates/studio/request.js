// One AI request at a time, as the host requires (4.7), with progress and cancelling.

class AiRequest {
  /**
   * @param onProgress called with the progress, and with null when nothing runs
   * @param onWords called with a message for the person
   */
  constructor(onProgress, onWords) {
    this.onProgress = onProgress
    this.onWords = onWords
    this.isRunning = false
  }

  /**
   * Makes a call. Use it within the tap.
   * @param call called with `onProgress` for its options
   * @returns the answer if something was made, else null; the person has seen why
   */
  async run(call) {
    if (this.isRunning) {
      this.onWords(errorWords('BUSY'))
      return null
    }
    this.isRunning = true
    this.onWords('')
    this.onProgress({ words: 'One moment…', share: null })
    try {
      const answer = await call((progress) => {
        if (this.isRunning) this.onProgress(progressWords(progress))
      })
      this.onWords(outcomeWords(answer.status))
      return answer.status === 'made' || answer.status === 'answered' ? answer : null
    } catch (error) {
      this.onWords(errorWords(error.code))
      return null
    } finally {
      this.isRunning = false
      this.onProgress(null)
    }
  }

  /** Cancels the request: it ends with `cancelled`. */
  cancel() {
    if (this.isRunning) Service.ai.cancel().catch(() => {})
  }
}
