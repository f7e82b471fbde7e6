// One AI request at a time, as the host requires (4.7), with progress and cancelling.

/* exported AiRequest -- other scripts of the page use it. */

class AiRequest {
  isRunning = false

  /**
   * @param {(progress: Progress | null) => void} onProgress called with the progress, and with null when nothing runs
   * @param {(words: string) => void} onWords called with a message for the person
   */
  constructor(onProgress, onWords) {
    this.onProgress = onProgress
    this.onWords = onWords
  }

  /**
   * Makes a call. Use it within the tap.
   * @template {ServiceMiniapp.AiImageResult | ServiceMiniapp.AiAskResult} Answer
   * @param {(onProgress: (progress: ServiceMiniapp.AiProgress) => void) => Promise<Answer>} call
   * @returns the answer; null if the call failed. The person has seen what came of it.
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
      return answer
    } catch (error) {
      this.onWords(errorWords(codeOf(error)))
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
