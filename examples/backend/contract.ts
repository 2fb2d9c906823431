// Made from docs/openapi.json by `npm run docs -- openapi`.

export interface Requests {
  readAgreement: {
    /** The number a borrower knows the loan by; empty where a complaint is about none */
    orderNo: string | number;
  };
  openComplaint: {
    /** The loan, as the page’s address names it; the borrower’s own, or the call is refused */
    orderId?: (string | number) | null;
  };
  readComplaints: {
    /** Asks for one tab; every tab when absent */
    tab?: (string | number) | null;
    /** Where to go on, as nextCursor gave it */
    cursor?: (string | number) | null;
  };
  readComplaint: {
    /** The complaint */
    problemId: string | number;
  };
  sendComplaint: {
    /** The type that was chosen */
    problemType: string | number;
    /** The subtype; empty for none */
    problemSonType?: (string | number) | null;
    /** What the borrower wrote, up to 200 characters */
    problemDetail: string;
    /** Up to 9 addresses, joined by commas */
    problemImage?: string | null;
    /** The number a borrower knows the loan by; empty where a complaint is about none */
    orderNo?: (string | number) | null;
  };
  sendComplaintImage: {
    /** The image: JPEG, PNG or WebP, up to 8 MB */
    problemImage: string;
  };
  readContacts: {
    /** Always 30 */
    overall: 30 | '30';
  };
  payWithCard: {
    /** The loan, as the page’s address names it; the borrower’s own, or the call is refused */
    orderId: string | number;
    /** What is paid. Amount in minor units, not negative */
    amount: number;
    /** The card that is paid with */
    cardId: string | number;
    /** The card’s number as the backend gave it */
    cardNo: string;
    /** Its bank, ready to show */
    bankName: string;
    /** The bank’s code; comes back with the payment */
    bankCode: string;
    /** A coupon to pay with; not sent, since no call tells of one */
    couponId?: (string | number) | null;
    /** As the saved cards gave it; it makes one payment */
    repayToken: string;
    /** A wish: whether a code is needed is the backend’s to say */
    sendMsg: 0 | 1 | '0' | '1';
    /** Optional: 2 for a payment that extends */
    requestType?: 1 | 2 | '1' | '2';
  };
  readPaymentPage: {
    /** Whom the lender’s app opened the page for; the one that the session is bound to */
    userId: string | number;
    /** The loan, as the page’s address names it; the borrower’s own, or the call is refused */
    orderId: string | number;
    /** What is paid. Amount in minor units, not negative */
    amount: number;
    /** Optional: 2 for a payment that extends */
    requestType?: 1 | 2 | '1' | '2';
  };
  confirmCardPayment: {
    /** The loan, as the page’s address names it; the borrower’s own, or the call is refused */
    orderId: string | number;
    /** The code as typed */
    verifyCode: string;
    /** The payment that was started */
    repaymentRecordId: string | number;
  };
  requestRegistrationCode: {
    /** The mobile number as typed */
    phone: string;
    /** The captcha as typed, 4 characters */
    capcode: string;
    /** Ties captcha, SMS code and registration together */
    sid: string | number;
    /** The device; for a registration the same as sid */
    deviceId?: string | null;
    /** The app that is promoted */
    appName?: string | null;
    /** Whose phone rule and language hold; missing: the standing ones */
    id?: (string | number) | null;
    /** Proof of the work of the challenge, base64; without it the code may be sent later */
    proof?: string | null;
    /** Where the link was, as it says */
    app_from?: string | null;
    /** Who brought the visitor, as the link says */
    user_from?: string | null;
    /** The campaign, as the link says */
    utm_tag?: string | null;
  };
  registerBorrower: {
    /** The mobile number as typed */
    phone: string;
    /** The captcha as typed, 4 characters */
    capcode: string;
    /** The code as typed, 6 digits */
    smsCode: string;
    /** Ties captcha, SMS code and registration together */
    sid: string | number;
    /** The template of the landing page */
    id?: (string | number) | null;
    /** The app that is promoted */
    appName?: string | null;
    /** The merchant; the configured one where the address names none */
    merchantNumber?: string | null;
    /** Who invited the visitor; empty for none */
    invite_code?: string | null;
    /** Where the link was, as it says */
    app_from?: string | null;
    /** Who brought the visitor, as the link says */
    user_from?: string | null;
    /** The campaign, as the link says */
    utm_tag?: string | null;
    /** The device; for a registration the same as sid */
    deviceId?: string | null;
    /** The phone again */
    userName?: string | null;
  };
  readRepayment: {
    /** The product, as the page’s address names it */
    productId?: (string | number) | null;
    /** The loan, as the page’s address names it; the borrower’s own, or the call is refused */
    orderId: string | number;
    /** Optional: another amount than what is due, in minor units, that the channels are to be for */
    chosenAmount?: number;
  };
  readExtension: {
    /** The product, as the page’s address names it */
    productId?: (string | number) | null;
    /** The loan, as the page’s address names it; the borrower’s own, or the call is refused */
    orderId: string | number;
  };
  readPaymentInstruction: {
    /** The product, as the page’s address names it */
    productId?: (string | number) | null;
    /** The loan, as the page’s address names it; the borrower’s own, or the call is refused */
    orderId: string | number;
    /** The amount of the page’s address. Amount in minor units, not negative */
    amount: number;
    /** The code to pay with; shown in groups and copied without spaces */
    payCode: string;
    /** 1 repays, 2 extends */
    requestType: number;
    /** Optional: `received` as it was when the code was first shown; what came since may have paid it */
    receivedBefore?: number;
  };
  readOffer: {
    /** The product, as the page’s address names it */
    productId: string | number;
    /** 1 on a reload */
    isType?: number | null;
  };
  acceptOffer: {
    /** The amount that was shown, and is accepted. Amount in minor units, not negative */
    amount: number;
    /** How long the loan runs, in termUnit, as it was shown */
    periods: number;
    /** day, week or month, as it was given */
    termUnit: string;
    /** The product, as the page’s address names it */
    productId: string | number;
    /** The very quote that was shown; only for a backend that issued one */
    quoteId?: string | null;
  };
  readLoan: {
    /** The product, as the page’s address names it */
    productId?: (string | number) | null;
    /** The loan, as the page’s address names it; the borrower’s own, or the call is refused */
    orderId: string | number;
  };
  sendRating: {
    /** Stars, 1 to 5 */
    score: number;
    /** The loan, as the page’s address names it; the borrower’s own, or the call is refused */
    orderId?: (string | number) | null;
    /** The complaint */
    problemId?: string | number;
  };
}

export interface Answers {
  readAgreement: {
    /** Optional: ISO 4217 code of all amounts (MONEY-4) */
    currency?: ('MXN' | 'INR') | null;
    /** Who borrows, as the agreement names them */
    username?: string | null;
    /** Shown at the head of the screen */
    productName?: string | null;
    /** What is lent. Amount in minor units */
    mount: number;
    /** Day the loan is paid out */
    daiDate?: string | null;
    /** Day of the last payment */
    planDate?: string | null;
    /** All that is to be repaid, in minor units */
    contractAmount: number;
    /** Commission without VAT. Amount in minor units */
    commission: number;
    /** Interest of the whole loan. Amount in minor units */
    Interest: number;
    /** Tax, in Mexico on interest and fee and extension fee, in India on fee and extension fee. Amount in minor units */
    IVA: number;
    /** What the borrower receives, in minor units */
    giveAmount: number;
    /** Where they live */
    userAddress?: string | null;
    /** Day of the agreement */
    contractDate?: string | null;
    /** Who lends */
    company?: string | null;
    /** Optional: whether the loan is still to be paid out as agreed, was paid out, or never will be */
    payout?: ('to-come' | 'made' | 'never') | null;
    /** Optional: new plans that were agreed since, newest first */
    newPlans?:
      | {
          /** Names the plan */
          planId: string | number;
          /** Where it stands */
          state: 'proposed' | 'agreed' | 'declined' | 'expired' | 'undone';
          /** Days from the agreement on in which nothing falls due and no penalty grows */
          moratoriumDays: number;
          /** The last day on which it can be agreed */
          validThrough: string;
          /** The day it was agreed; empty until then */
          agreedOn?: string | null;
          /** What the plan has left today, or had when it was agreed, in minor units */
          owedMinor: number;
          /** What of it is let off, in minor units */
          waivedMinor: number;
          /** What is then to be paid, first to last */
          payments: {
            /** Day it falls due, YYYY-MM-DD */
            dueDate: string;
            /** Amount in minor units */
            amountMinor: number;
          }[];
          /** Names these figures: the borrower agrees to them and to no others; empty once it was answered */
          seen: string;
        }[]
      | null;
    /** Optional: the whole text, accepted or to accept, with its SHA-256 */
    accepted?: {
      /** The whole text, with line breaks */
      text: string;
      /** SHA-256 of the text in UTF-8, in hexadecimal */
      hash: string;
      /** Version of the text */
      version: string;
      /** Language of the text */
      language: 'es' | 'en';
      /** Date and time in the market's time zone; null for a quote that is not yet accepted */
      acceptedAt?: string | null;
    } | null;
    /** Optional: the loan terms that are part of the agreement, accepted or to accept, with their SHA-256 */
    terms?: {
      /** What a row is about; shown before its value */
      text: string;
      /** SHA-256 of the text in UTF-8, in hexadecimal */
      hash: string;
      /** Version of the text */
      version: string;
      /** Language of the text */
      language: 'es' | 'en';
    } | null;
    /** Optional: the market's paper that is accepted with it, such as India's Key Facts Statement (LEGAL-6) */
    paper?: {
      /** What the paper is known by */
      proposalNumber: string;
      /** The last day on which it could be accepted */
      validThrough: string;
      /** The whole text, with line breaks */
      text: string;
      /** SHA-256 of the text in UTF-8, in hexadecimal */
      hash: string;
      /** Language of the text */
      language: 'es' | 'en';
      /** Date and time in the market's time zone; null for a quote that is not yet accepted */
      acceptedAt?: string | null;
    } | null;
    /** Optional: 1 where the borrower may ask for it again, by sendAgreement */
    sendsFiles?: (0 | 1 | null) | null;
  };
  openComplaint: {
    /** The types to choose from */
    problemType?:
      | {
          /** The type as the borrower chooses it */
          title?: string | null;
          /** 1 is collection */
          value: string | number;
        }[]
      | null;
    /** The subtypes of type 1, collection */
    problemSonType?:
      | {
          /** The subtype as the borrower chooses it */
          title?: string | null;
          /** 1 is collection */
          value: string | number;
        }[]
      | null;
    /** The one asked for; null when none was */
    orderDetail?:
      | (
          | {
              /** The number a borrower knows the loan by; empty where a complaint is about none */
              orderNo?: (string | number) | null;
              /** Shown at the head of the screen */
              productName?: string | null;
              /** Address of the image beside the product’s name; left out where its origin is not allowed */
              productLogo?: string | null;
              /** Its status as a number: 21, 151, 110, 174, 180 or 200 */
              status?: string | null;
              /** 1: a complaint about collection can be filed on it (COMP-1) */
              isShow?: 0 | 1 | null;
              /** Rows under the order */
              rows?:
                | {
                    /** Heading, ready to show */
                    title?: string | null;
                    /** What a row says, ready to show */
                    value?: string | null;
                  }[]
                | null;
            }
          | ''
          | []
        )
      | null;
    /** Orders a complaint can be about */
    orderList?:
      | {
          /** The number a borrower knows the loan by; empty where a complaint is about none */
          orderNo?: (string | number) | null;
          /** Shown at the head of the screen */
          productName?: string | null;
          /** Address of the image beside the product’s name; left out where its origin is not allowed */
          productLogo?: string | null;
          /** Its status as a number: 21, 151, 110, 174, 180 or 200 */
          status?: string | null;
          /** 1: a complaint about collection can be filed on it (COMP-1) */
          isShow?: 0 | 1 | null;
          /** Rows under the order */
          rows?:
            | {
                /** Heading, ready to show */
                title?: string | null;
                /** What a row says, ready to show */
                value?: string | null;
              }[]
            | null;
        }[]
      | null;
  };
  readComplaints: {
    /** The tabs of the list */
    tabs?:
      | {
          /** Name of the tab */
          title?: string | null;
          /** Asks for this tab alone; null where the backend gives every complaint at once */
          tab?: (string | number) | null;
          /** The complaints, newest first */
          items?:
            | {
                /** The complaint; opens it */
                id: string | number;
                /** Ready to show */
                time?: string | null;
                /** What kind of complaint it is, ready to show */
                type?: string | null;
                /** What the borrower wrote */
                content?: string | null;
                /** What the borrower can quote; empty where the backend gives none */
                folio?: string | null;
                /** The last day on which it is answered, `YYYY-MM-DD`; empty where it is, or no day is known */
                answerBy?: string | null;
                /** Where it stands; empty where the backend does not tell */
                state?: string | null;
              }[]
            | null;
          /** Asks for the entries after these; null when there are no more */
          nextCursor?: (string | number) | null;
        }[]
      | null;
  };
  readComplaint: {
    /** The complaint */
    problemId: string | number;
    /** What kind of complaint it is, ready to show */
    type?: string | null;
    /** Its subtype, ready to show; empty for none */
    sonType?: string | null;
    /** What the borrower wrote */
    content?: string | null;
    /** Addresses of the images the borrower sent */
    images?: string[] | null;
    /** Empty while there is none */
    disposeDetail?: string | null;
    /** Addresses of the images of the answer */
    disposeImages?: string[] | null;
    /** Answers that say only that the answer takes longer, oldest first */
    interimAnswers?:
      | {
          /** Ready to show */
          time?: string | null;
          /** What a row is about; shown before its value */
          text?: string | null;
        }[]
      | null;
    /** Not 0: the borrower is asked to rate the answer */
    isNeedScore?: 0 | 1 | null;
    /** What the borrower can quote; empty where the backend gives none */
    folio?: string | null;
    /** The last day on which it is answered, `YYYY-MM-DD`; empty where it is, or no day is known */
    answerBy?: string | null;
    /** The order it is about; empty for none */
    orderNo?: string | null;
    /** The states it went through, first to last */
    progress?:
      | {
          /** Which state */
          state?: string | null;
          /** Ready to show */
          time?: string | null;
        }[]
      | null;
    /** The stars the borrower gave; null when not rated */
    score?: number | null;
  };
  sendComplaint: {
    /** The complaint */
    problemId?: (string | number) | null;
    /** What the borrower can quote; empty where the backend gives none */
    folio?: string | null;
    /** The last day on which it is answered, `YYYY-MM-DD`; empty where it is, or no day is known */
    answerBy?: string | null;
  } | null;
  sendComplaintImage:
    | {
        /** The address; a payment page is followed to an allowed origin only */
        url: string;
      }
    | string;
  readContacts: {
    /** Telephone; dialled by a tap */
    phone?: string | null;
    /** WhatsApp number */
    va?: string | null;
    /** Mail address */
    email?: string | null;
    /** Optional: when somebody answers, in the language of the call; empty for nothing to say */
    hours?: string | null;
  };
  readSavedCards: {
    /** 1: the page of a payment provider can be opened besides the cards */
    alipay?: 0 | 1 | null;
    /** Goes back with the commit and serves once */
    repayToken?: string | null;
    /** The cards that were saved; none is chosen for the borrower */
    bankCards?:
      | {
          /** The card; comes back as cardId */
          id: string | number;
          /** Its bank, ready to show */
          bankName?: string | null;
          /** As the backend shows it, usually masked */
          cardNo?: string | null;
          /** The bank’s code; comes back with the payment */
          bankCode?: string | null;
        }[]
      | null;
    /** Optional: a payment of the order that is under way */
    openPayment?: {
      /** The payment that was started */
      repaymentRecordId: string | number;
      /** The card that is paid with */
      cardId: string | number;
      /** What it pays. Amount in minor units */
      amount: number;
      /** Waiting for its code, or handed to the provider and not answered for certain */
      state: 'awaiting-code' | 'pending';
      /** Last digits of the number that the code went to; empty when none did */
      phoneEnding: string;
      /** Whole seconds until another code may be asked for, 0 when it may */
      resendWaitSeconds: number;
      /** Whether the code that was sent can still be entered */
      isCodeOpen: boolean;
      /** Optional: the bank's page where the borrower has to confirm the payment */
      actionLink?: string | null;
      /** Optional: 2 for a payment that extends */
      requestType?: (1 | 2 | '1' | '2') | null;
    } | null;
    /** Optional: 1 where the calls that save a card with the provider are answered */
    canSaveCard?: 0 | 1 | null;
  };
  payWithCard: {
    /** 1: the payment waits for its code, and the code entry is shown; else it is done */
    needValid?: 0 | 1 | null;
    /** Goes back with the code; empty when the backend gives none */
    repaymentRecordId?: string | null;
    /** Optional: 1 while the outcome is not known */
    isPending?: 0 | 1 | null;
  };
  readPaymentPage:
    | {
        /** The address; a payment page is followed to an allowed origin only */
        url: string;
      }
    | string;
  confirmCardPayment: {
    /** Optional: 1 while the outcome is not known */
    isPending?: 0 | 1 | null;
  } | null;
  readPromotionTemplate: {
    /** The template; comes back with the registration */
    id: string | number;
    /** Of the page; null: the standing texts (LANG-5) */
    language?: ('zh' | 'es' | 'en') | null;
    /** Whose phone rule holds; null: that of the market of the page, or of 11 digits on a Chinese one (PROMO-3) */
    market?: ('MX' | 'IN') | null;
    /** #rrggbb, at least 4.5:1 against white */
    color?: string | null;
    /** Heading of the landing page; empty: that of the language */
    heading?: string | null;
    /** Its first line; empty: that of the language */
    line?: string | null;
  };
  startPromotionVisit: {
    /** Ties captcha, SMS code and registration together */
    sid: string | number;
    /** Work to prove, as JSON text (ALTCHA 2, PBKDF2/SHA-256); empty where the backend asks for none */
    challenge?: string | null;
  };
  requestRegistrationCode: {
    /** Until the code is sent; 0 when it was */
    sendsInSeconds?: number | null;
    /** Work to prove, as JSON text (ALTCHA 2, PBKDF2/SHA-256); empty where the backend asks for none */
    challenge?: string | null;
  } | null;
  readRepayment: {
    /** Optional: ISO 4217 code of all amounts (MONEY-4) */
    currency?: ('MXN' | 'INR') | null;
    /** What is due; the largest figure of the screen. Amount in minor units */
    repayAmount: number;
    /** Day it is due, YYYY-MM-DD */
    repayDate?: string | null;
    /** Shown at the head of the screen */
    productName?: string | null;
    /** Address of the image beside the product’s name; left out where its origin is not allowed */
    productLogo?: string | null;
    /** Rows of text and value; the first two are shown, the others fold out */
    detail?:
      | {
          /** What a row is about; shown before its value */
          text?: string | null;
          /** What a row says, ready to show */
          value?: string | null;
        }[]
      | null;
    /** Channels to pay through, in groups */
    repayList?:
      | {
          /** Heading of a group of channels */
          reviewer?: string | null;
          /** The channels of the group */
          list?:
            | {
                /** Address of the channel’s image */
                logo?: string | null;
                /** What the channel is for, ready to show */
                desc?: string | null;
                /** The code to pay with; shown in groups and copied without spaces */
                payCode?: string | null;
                /** Image of a code to scan, a QR for instance; empty when there is none */
                vCode?: string | null;
                /** Image of the bar code; empty when there is none */
                BARcodeImg?: string | null;
                /** What kind of channel it is; a plain card where it is not said */
                kind?: ('bank-transfer' | 'store' | 'upi' | 'virtual-account') | null;
                /** Heading, ready to show */
                title?: string | null;
                /** What the pay code is, for instance "CLABE, 18 dígitos" */
                codeLabel?: string | null;
                /** Whose account it is */
                holderName?: string | null;
                /** The bank's code beside an account number: the IFSC in India */
                bankCode?: string | null;
                /** An intent link that opens a payment app: upi://pay… */
                payLink?: string | null;
                /** Optional: until when the code is good and what the channel charges */
                note?: string | null;
                /** Optional: the provider's own page of the code */
                voucherLink?: string | null;
                /** Optional: what to ask for instructions with as `payCode` where the code is made when it is asked for */
                codeRequest?: string | null;
                /** Optional: why there is no code just now, for instance that the provider does not answer */
                unavailable?: string | null;
              }[]
            | null;
        }[]
      | null;
    /** What the borrower should know before paying */
    noticeMsg?: string | null;
    /** Optional: the amount in minor units that the channels are for, when it is not what is due */
    chosenAmount?: number | null;
    /** Optional: what of that amount pays back principal of payments to come, and what the plan then is; null for none */
    prepayment?: {
      /** What is paid back of payments to come, in minor units */
      principalMinor: number;
      /** Interest, fee and tax that are not charged any more, in minor units */
      savedMinor: number;
      /** What is then still to be paid */
      payments?:
        | {
            /** Day it falls due, YYYY-MM-DD */
            dueDate?: string | null;
            /** Amount in minor units */
            amountMinor: number;
          }[]
        | null;
    } | null;
    /** Optional: what is owed, what it is made of, what was received and what can be paid today */
    statement?: {
      /** The day these figures hold, YYYY-MM-DD */
      today: string;
      /** All that is overdue, or else the next payment, in minor units */
      dueMinor: number;
      /** Of the oldest payment asked for; empty when nothing is owed */
      dueDate: string;
      /** Days since the oldest unpaid due date; 0 in time */
      daysLate: number;
      /** Which instalments are asked for, by number, oldest first */
      dueSequences: number[];
      /** Charged to the payments asked for, without penalties, in minor units */
      chargedMinor: number;
      /** Their penalties, in minor units */
      penaltyMinor: number;
      /** Received on them, in minor units; charged and penalty less this is due */
      receivedMinor: number;
      /** What was received so far. Amount in minor units */
      paidMinor: number;
      /** What is still to be paid in all. Amount in minor units */
      remainingMinor: number;
      /** Held in favour of the borrower, in minor units */
      heldMinor: number;
      /** The most that may be paid today, in minor units */
      largestMinor: number;
      /** Optional: what settles the loan today, in minor units; null where the backend does not say */
      settlesMinor?: number | null;
      /** Optional: how much less that is than all that the plan has left, in minor units; 0 where absent */
      savesMinor?: number | null;
      /** Optional: what money does that is paid beyond what is asked for; null where it cannot be paid, or the backend does not say */
      prepayment?: (('next-payments' | 'shortens' | 'lowers') | null) | null;
      /** Optional: the most that the penalties and late fees of the payments asked for come to, in minor units; null for no such cap */
      penaltyMaxMinor?: number | null;
      /** What the borrower may choose to pay, in minor units; shown as choices */
      amounts: {
        /** What kind of channel it is; a plain card where it is not said */
        kind: 'this-payment' | 'all-overdue' | 'everything';
        /** Amount in minor units */
        amountMinor: number;
      }[];
      /** Every payment of the loan, first to last */
      instalments: {
        /** Which one, from 1 */
        sequence: number;
        /** Day it falls due, YYYY-MM-DD */
        dueDate: string;
        /** Amount in minor units */
        chargedMinor: number;
        /** What was received so far. Amount in minor units */
        paidMinor: number;
        /** Amount in minor units */
        owedMinor: number;
      }[];
      /** A card payment that is not answered yet; null for none */
      pendingMinor?: number | null;
      /** Optional: 1 when that payment is for an extension and pays no debt */
      isPendingToExtend?: 0 | 1 | null;
      /** What was received, newest first */
      payments: {
        /** Names one payment received, so that its receipt can be opened */
        paymentId: string | number;
        /** Amount in minor units */
        amountMinor: number;
        /** When it was paid, ISO 8601 */
        paidAt: string;
        /** How it came */
        method: 'bank-transfer' | 'store' | 'upi' | 'virtual-account' | 'card' | 'other';
        /** What its payer’s bank calls it: clave de rastreo, UTR or RRN; empty for none */
        trackingKey?: string | null;
        /** Optional: by which whoever lent can tell that a receipt is theirs; empty for none */
        checkCode?: string | null;
        /** What the payment covered, by instalment and component */
        parts: {
          /** Which one, from 1 */
          sequence: number;
          /** What of an instalment it covered: penalty, fee, VAT, interest or principal */
          component: 'penalty' | 'fee' | 'vat' | 'interest' | 'principal';
          /** What was owed of it when the money came, in minor units */
          owedMinor: number;
          /** Optional: what of that is the cost of extending, which money covers first, in minor units; 0 where absent */
          extensionMinor?: number | null;
          /** Amount in minor units */
          coveredMinor: number;
        }[];
        /** What settled nothing and is held in favour of the borrower, in minor units */
        heldMinor: number;
        /** What was owed in total after it, in minor units */
        owedAfterMinor: number;
      }[];
      /** Optional: what was given back to the borrower or is on its way, newest first */
      refunds?:
        | {
            /** Amount in minor units */
            amountMinor: number;
            /** When it was set aside to be given back, ISO 8601 */
            requestedAt: string;
            /** When it was sent, ISO 8601; null while it is on its way */
            sentAt?: string | null;
          }[]
        | null;
      /** Optional: payments that were received and taken back, by their bank or as an error, newest first */
      reversedPayments?:
        | {
            /** Optional: by which its receipt was opened while it stood; empty for none */
            paymentId?: string | null;
            /** Amount in minor units */
            amountMinor: number;
            /** When it was said to be paid, ISO 8601 */
            paidAt: string;
            /** When it was taken back, ISO 8601 */
            reversedAt: string;
          }[]
        | null;
      /** Optional: what the borrower says they paid, newest first; where it is given of a loan that is to be paid, the call that says so is answered */
      claims?:
        | {
            /** Names the claim */
            claimId: string | number;
            /** Amount in minor units */
            amountMinor: number;
            /** The day, YYYY-MM-DD */
            paidOn?: string | null;
            /** How it was paid */
            channel: 'bank-transfer' | 'store' | 'upi' | 'virtual-account' | 'card' | 'other';
            /** Letters and figures alone; empty for none */
            trackingKey?: string | null;
            /** 1: a photo of the proof came with it */
            hasImage?: 0 | 1 | null;
            /** Looked for, found, or not there */
            state: 'waiting' | 'received' | 'not-found';
            /** When the borrower said so, ISO 8601 */
            claimedAt?: string | null;
            /** Until when it is looked for before it becomes a complaint by itself, ISO 8601 */
            answerBy?: string | null;
            /** What a person answered; empty for nothing */
            answer?: string | null;
            /** The complaint that it became; null for none */
            complaintId?: (string | number) | null;
            /** The folio of that complaint; empty for none */
            folio?: string | null;
          }[]
        | null;
      /** Optional: 1 while no penalty is charged because something the borrower said is looked into */
      isPenaltyPaused?: 0 | 1 | null;
      /** Optional: what the next day late adds to what is asked for, in minor units; 0 for none */
      dailyPenaltyMinor?: number | null;
      /** Optional: what was charged to each payment of the plan beside what was lent; where it is given, the calls that dispute a charge are answered */
      charges?:
        | {
            /** Names the charge */
            chargeId: string | number;
            /** The payment of the plan that it was charged to */
            sequence: number;
            /** What was charged */
            kind: 'penalty' | 'late-fee' | 'interest' | 'fee' | 'vat' | 'extension-fee';
            /** What of it is charged, paid or not, in minor units */
            chargedMinor: number;
          }[]
        | null;
      /** Optional: the charges that the borrower does not agree with, newest first */
      disputes?:
        | {
            /** Names the dispute */
            disputeId: string | number;
            /** Names the charge */
            chargeId: string | number;
            /** The payment of the plan that it was charged to */
            sequence: number;
            /** What was charged */
            kind: 'penalty' | 'late-fee' | 'interest' | 'fee' | 'vat' | 'extension-fee';
            /** What is charged while the dispute is open, and was when it ended, in minor units */
            amountMinor: number;
            /** Why the borrower does not agree */
            reason: 'not-agreed' | 'wrong-amount' | 'paid-on-time' | 'told-otherwise' | 'other';
            /** The borrower's own words; empty for none */
            words?: string | null;
            /** Looked into, taken back by the borrower, upheld in full or in part, or not */
            state: 'open' | 'withdrawn' | 'upheld' | 'rejected';
            /** When it was disputed, ISO 8601 */
            filedAt?: string | null;
            /** Until when it is answered before it becomes a complaint by itself, ISO 8601 */
            answerBy?: string | null;
            /** 1 while no penalty is charged on it, or it is a penalty that does not grow */
            isPaused?: 0 | 1 | null;
            /** What a person answered; empty for nothing */
            answer?: string | null;
            /** What was taken off the charge, in minor units; 0 unless it was upheld */
            takenOffMinor: number;
            /** What was taken off the tax on it, in minor units */
            vatTakenOffMinor: number;
            /** The complaint that it became; null for none */
            complaintId?: (string | number) | null;
            /** The folio of that complaint; empty for none */
            folio?: string | null;
          }[]
        | null;
      /** Optional: what of the amount due is disputed, in minor units */
      disputedMinor?: number | null;
      /** Optional: the new plan that the lender proposes to a borrower in difficulty, and those that were agreed, newest first; where one waits, the calls that answer it are answered */
      newPlans?:
        | {
            /** Names the plan */
            planId: string | number;
            /** Where it stands */
            state: 'proposed' | 'agreed' | 'declined' | 'expired' | 'undone';
            /** Days from the agreement on in which nothing falls due and no penalty grows */
            moratoriumDays: number;
            /** The last day on which it can be agreed */
            validThrough: string;
            /** The day it was agreed; empty until then */
            agreedOn?: string | null;
            /** What the plan has left today, or had when it was agreed, in minor units */
            owedMinor: number;
            /** What of it is let off, in minor units */
            waivedMinor: number;
            /** What is then to be paid, first to last */
            payments: {
              /** Day it falls due, YYYY-MM-DD */
              dueDate: string;
              /** Amount in minor units */
              amountMinor: number;
            }[];
            /** Names these figures: the borrower agrees to them and to no others; empty once it was answered */
            seen: string;
          }[]
        | null;
      /** Optional: where postponing would cost more than the product lets it, what it would cost */
      dearExtension?: {
        /** Days that postponing would gain */
        days: number;
        /** What postponing would cost beside the penalty so far, in minor units */
        feeMinor: number;
        /** Optional: tax on that cost; 0 where absent */
        vatMinor?: number | null;
        /** What postponing would take today, penalty so far, fee and its tax, in minor units */
        payTodayMinor: number;
      } | null;
    } | null;
    /** Optional: 1 where no card can be paid with */
    noCards?: 0 | 1 | null;
    /** Optional: 1 where the calls that save a card with the provider are answered */
    canSaveCard?: 0 | 1 | null;
    /** Optional: how this borrower paid last, else what most borrowers use; the pages offer it first */
    usualWay?: {
      /** What kind of channel it is; a plain card where it is not said */
      kind: 'bank-transfer' | 'store' | 'upi' | 'virtual-account' | 'card';
      /** What the borrower knows it by: the chain of shops, or the bank of the card; empty for none */
      name?: string | null;
      /** What it charges beside the amount, in minor units; null where that is not known */
      feeMinor?: number | null;
      /** Optional: the last day on which what was made for this amount can be paid, YYYY-MM-DD; null where nothing waits */
      waitsUntil?: (string | null) | null;
      /** Optional: an intent link that opens a payment app: upi://pay… */
      payLink?: string | null;
      /** Optional: the saved card, where it is one */
      cardId?: string | null;
      /** Optional: the last digits of that card */
      cardEnding?: string | null;
    } | null;
  };
  readExtension: {
    /** Optional: ISO 4217 code of all amounts (MONEY-4) */
    currency?: ('MXN' | 'INR') | null;
    /** Shown at the head of the screen */
    productName?: string | null;
    /** Address of the image beside the product’s name; left out where its origin is not allowed */
    productLogo?: string | null;
    /** What extending costs */
    delayInfo: {
      /** What the amount is called */
      reviewer?: string | null;
      /** What extending costs; the largest figure of the screen. Amount in minor units */
      delayAmount: number;
      /** Day the payment then falls due, YYYY-MM-DD */
      delayTime?: string | null;
    };
    /** The payments as they then fall due */
    repayPlan?:
      | {
          /** Which instalment moves, ready to show */
          title?: string | null;
          /** Day it then falls due, YYYY-MM-DD */
          time?: string | null;
        }[]
      | null;
    /** Channels to pay through, in groups */
    repayList?:
      | {
          /** Heading, ready to show */
          title?: string | null;
          /** The channels of the group */
          list?:
            | {
                /** Address of the channel’s image */
                logo?: string | null;
                /** What the channel is for, ready to show */
                desc?: string | null;
                /** The code to pay with; shown in groups and copied without spaces */
                payCode?: string | null;
                /** Image of a code to scan, a QR for instance; empty when there is none */
                vCode?: string | null;
                /** Image of the bar code; empty when there is none */
                BARcodeImg?: string | null;
                /** What kind of channel it is; a plain card where it is not said */
                kind?: ('bank-transfer' | 'store' | 'upi' | 'virtual-account') | null;
                /** Heading, ready to show */
                title?: string | null;
                /** What the pay code is, for instance "CLABE, 18 dígitos" */
                codeLabel?: string | null;
                /** Whose account it is */
                holderName?: string | null;
                /** The bank's code beside an account number: the IFSC in India */
                bankCode?: string | null;
                /** An intent link that opens a payment app: upi://pay… */
                payLink?: string | null;
                /** Optional: until when the code is good and what the channel charges */
                note?: string | null;
                /** Optional: the provider's own page of the code */
                voucherLink?: string | null;
                /** Optional: what to ask for instructions with as `payCode` where the code is made when it is asked for */
                codeRequest?: string | null;
                /** Optional: why there is no code just now, for instance that the provider does not answer */
                unavailable?: string | null;
              }[]
            | null;
        }[]
      | null;
    /** What the borrower should know before paying */
    noticeMsg?: string | null;
    /** What holds of extending, ready to show */
    note?: string | null;
    /** Optional: days gained */
    days?: number | null;
    /** Optional: what of the amount is the fee, in minor units; the rest is tax on it and the penalty so far */
    feeMinor?: number | null;
    /** Optional: what of the amount is tax on the fee; 0 where absent */
    vatMinor?: number | null;
    /** Optional: what is owed, what it is made of, what was received and what can be paid today */
    statement?: {
      /** The day these figures hold, YYYY-MM-DD */
      today: string;
      /** All that is overdue, or else the next payment, in minor units */
      dueMinor: number;
      /** Of the oldest payment asked for; empty when nothing is owed */
      dueDate: string;
      /** Days since the oldest unpaid due date; 0 in time */
      daysLate: number;
      /** Which instalments are asked for, by number, oldest first */
      dueSequences: number[];
      /** Charged to the payments asked for, without penalties, in minor units */
      chargedMinor: number;
      /** Their penalties, in minor units */
      penaltyMinor: number;
      /** Received on them, in minor units; charged and penalty less this is due */
      receivedMinor: number;
      /** What was received so far. Amount in minor units */
      paidMinor: number;
      /** What is still to be paid in all. Amount in minor units */
      remainingMinor: number;
      /** Held in favour of the borrower, in minor units */
      heldMinor: number;
      /** The most that may be paid today, in minor units */
      largestMinor: number;
      /** Optional: what settles the loan today, in minor units; null where the backend does not say */
      settlesMinor?: number | null;
      /** Optional: how much less that is than all that the plan has left, in minor units; 0 where absent */
      savesMinor?: number | null;
      /** Optional: what money does that is paid beyond what is asked for; null where it cannot be paid, or the backend does not say */
      prepayment?: (('next-payments' | 'shortens' | 'lowers') | null) | null;
      /** Optional: the most that the penalties and late fees of the payments asked for come to, in minor units; null for no such cap */
      penaltyMaxMinor?: number | null;
      /** What the borrower may choose to pay, in minor units; shown as choices */
      amounts: {
        /** What kind of channel it is; a plain card where it is not said */
        kind: 'this-payment' | 'all-overdue' | 'everything';
        /** Amount in minor units */
        amountMinor: number;
      }[];
      /** Every payment of the loan, first to last */
      instalments: {
        /** Which one, from 1 */
        sequence: number;
        /** Day it falls due, YYYY-MM-DD */
        dueDate: string;
        /** Amount in minor units */
        chargedMinor: number;
        /** What was received so far. Amount in minor units */
        paidMinor: number;
        /** Amount in minor units */
        owedMinor: number;
      }[];
      /** A card payment that is not answered yet; null for none */
      pendingMinor?: number | null;
      /** Optional: 1 when that payment is for an extension and pays no debt */
      isPendingToExtend?: 0 | 1 | null;
      /** What was received, newest first */
      payments: {
        /** Names one payment received, so that its receipt can be opened */
        paymentId: string | number;
        /** Amount in minor units */
        amountMinor: number;
        /** When it was paid, ISO 8601 */
        paidAt: string;
        /** How it came */
        method: 'bank-transfer' | 'store' | 'upi' | 'virtual-account' | 'card' | 'other';
        /** What its payer’s bank calls it: clave de rastreo, UTR or RRN; empty for none */
        trackingKey?: string | null;
        /** Optional: by which whoever lent can tell that a receipt is theirs; empty for none */
        checkCode?: string | null;
        /** What the payment covered, by instalment and component */
        parts: {
          /** Which one, from 1 */
          sequence: number;
          /** What of an instalment it covered: penalty, fee, VAT, interest or principal */
          component: 'penalty' | 'fee' | 'vat' | 'interest' | 'principal';
          /** What was owed of it when the money came, in minor units */
          owedMinor: number;
          /** Optional: what of that is the cost of extending, which money covers first, in minor units; 0 where absent */
          extensionMinor?: number | null;
          /** Amount in minor units */
          coveredMinor: number;
        }[];
        /** What settled nothing and is held in favour of the borrower, in minor units */
        heldMinor: number;
        /** What was owed in total after it, in minor units */
        owedAfterMinor: number;
      }[];
      /** Optional: what was given back to the borrower or is on its way, newest first */
      refunds?:
        | {
            /** Amount in minor units */
            amountMinor: number;
            /** When it was set aside to be given back, ISO 8601 */
            requestedAt: string;
            /** When it was sent, ISO 8601; null while it is on its way */
            sentAt?: string | null;
          }[]
        | null;
      /** Optional: payments that were received and taken back, by their bank or as an error, newest first */
      reversedPayments?:
        | {
            /** Optional: by which its receipt was opened while it stood; empty for none */
            paymentId?: string | null;
            /** Amount in minor units */
            amountMinor: number;
            /** When it was said to be paid, ISO 8601 */
            paidAt: string;
            /** When it was taken back, ISO 8601 */
            reversedAt: string;
          }[]
        | null;
      /** Optional: what the borrower says they paid, newest first; where it is given of a loan that is to be paid, the call that says so is answered */
      claims?:
        | {
            /** Names the claim */
            claimId: string | number;
            /** Amount in minor units */
            amountMinor: number;
            /** The day, YYYY-MM-DD */
            paidOn?: string | null;
            /** How it was paid */
            channel: 'bank-transfer' | 'store' | 'upi' | 'virtual-account' | 'card' | 'other';
            /** Letters and figures alone; empty for none */
            trackingKey?: string | null;
            /** 1: a photo of the proof came with it */
            hasImage?: 0 | 1 | null;
            /** Looked for, found, or not there */
            state: 'waiting' | 'received' | 'not-found';
            /** When the borrower said so, ISO 8601 */
            claimedAt?: string | null;
            /** Until when it is looked for before it becomes a complaint by itself, ISO 8601 */
            answerBy?: string | null;
            /** What a person answered; empty for nothing */
            answer?: string | null;
            /** The complaint that it became; null for none */
            complaintId?: (string | number) | null;
            /** The folio of that complaint; empty for none */
            folio?: string | null;
          }[]
        | null;
      /** Optional: 1 while no penalty is charged because something the borrower said is looked into */
      isPenaltyPaused?: 0 | 1 | null;
      /** Optional: what the next day late adds to what is asked for, in minor units; 0 for none */
      dailyPenaltyMinor?: number | null;
      /** Optional: what was charged to each payment of the plan beside what was lent; where it is given, the calls that dispute a charge are answered */
      charges?:
        | {
            /** Names the charge */
            chargeId: string | number;
            /** The payment of the plan that it was charged to */
            sequence: number;
            /** What was charged */
            kind: 'penalty' | 'late-fee' | 'interest' | 'fee' | 'vat' | 'extension-fee';
            /** What of it is charged, paid or not, in minor units */
            chargedMinor: number;
          }[]
        | null;
      /** Optional: the charges that the borrower does not agree with, newest first */
      disputes?:
        | {
            /** Names the dispute */
            disputeId: string | number;
            /** Names the charge */
            chargeId: string | number;
            /** The payment of the plan that it was charged to */
            sequence: number;
            /** What was charged */
            kind: 'penalty' | 'late-fee' | 'interest' | 'fee' | 'vat' | 'extension-fee';
            /** What is charged while the dispute is open, and was when it ended, in minor units */
            amountMinor: number;
            /** Why the borrower does not agree */
            reason: 'not-agreed' | 'wrong-amount' | 'paid-on-time' | 'told-otherwise' | 'other';
            /** The borrower's own words; empty for none */
            words?: string | null;
            /** Looked into, taken back by the borrower, upheld in full or in part, or not */
            state: 'open' | 'withdrawn' | 'upheld' | 'rejected';
            /** When it was disputed, ISO 8601 */
            filedAt?: string | null;
            /** Until when it is answered before it becomes a complaint by itself, ISO 8601 */
            answerBy?: string | null;
            /** 1 while no penalty is charged on it, or it is a penalty that does not grow */
            isPaused?: 0 | 1 | null;
            /** What a person answered; empty for nothing */
            answer?: string | null;
            /** What was taken off the charge, in minor units; 0 unless it was upheld */
            takenOffMinor: number;
            /** What was taken off the tax on it, in minor units */
            vatTakenOffMinor: number;
            /** The complaint that it became; null for none */
            complaintId?: (string | number) | null;
            /** The folio of that complaint; empty for none */
            folio?: string | null;
          }[]
        | null;
      /** Optional: what of the amount due is disputed, in minor units */
      disputedMinor?: number | null;
      /** Optional: the new plan that the lender proposes to a borrower in difficulty, and those that were agreed, newest first; where one waits, the calls that answer it are answered */
      newPlans?:
        | {
            /** Names the plan */
            planId: string | number;
            /** Where it stands */
            state: 'proposed' | 'agreed' | 'declined' | 'expired' | 'undone';
            /** Days from the agreement on in which nothing falls due and no penalty grows */
            moratoriumDays: number;
            /** The last day on which it can be agreed */
            validThrough: string;
            /** The day it was agreed; empty until then */
            agreedOn?: string | null;
            /** What the plan has left today, or had when it was agreed, in minor units */
            owedMinor: number;
            /** What of it is let off, in minor units */
            waivedMinor: number;
            /** What is then to be paid, first to last */
            payments: {
              /** Day it falls due, YYYY-MM-DD */
              dueDate: string;
              /** Amount in minor units */
              amountMinor: number;
            }[];
            /** Names these figures: the borrower agrees to them and to no others; empty once it was answered */
            seen: string;
          }[]
        | null;
      /** Optional: where postponing would cost more than the product lets it, what it would cost */
      dearExtension?: {
        /** Days that postponing would gain */
        days: number;
        /** What postponing would cost beside the penalty so far, in minor units */
        feeMinor: number;
        /** Optional: tax on that cost; 0 where absent */
        vatMinor?: number | null;
        /** What postponing would take today, penalty so far, fee and its tax, in minor units */
        payTodayMinor: number;
      } | null;
    } | null;
    /** Optional: the ways to go on, side by side */
    options?:
      | {
          /** Extend, pay as much as that takes as a part, or pay all that is due */
          kind: 'extend' | 'pay-part' | 'pay-all';
          /** What is to be paid today. Amount in minor units */
          payTodayMinor: number;
          /** What is then still owed, in minor units */
          owedAfterMinor: number;
          /** By when it is owed */
          owedOn: string;
          /** All that is to be paid this way. Amount in minor units */
          totalMinor: number;
        }[]
      | null;
    /** Optional: 1 where a card payment whose `requestType` is 2 pays the extension */
    takesCards?: 0 | 1 | null;
    /** Optional: how this borrower paid last, else what most borrowers use; the pages offer it first */
    usualWay?: {
      /** What kind of channel it is; a plain card where it is not said */
      kind: 'bank-transfer' | 'store' | 'upi' | 'virtual-account' | 'card';
      /** What the borrower knows it by: the chain of shops, or the bank of the card; empty for none */
      name?: string | null;
      /** What it charges beside the amount, in minor units; null where that is not known */
      feeMinor?: number | null;
      /** Optional: the last day on which what was made for this amount can be paid, YYYY-MM-DD; null where nothing waits */
      waitsUntil?: (string | null) | null;
      /** Optional: an intent link that opens a payment app: upi://pay… */
      payLink?: string | null;
      /** Optional: the saved card, where it is one */
      cardId?: string | null;
      /** Optional: the last digits of that card */
      cardEnding?: string | null;
    } | null;
  };
  readPaymentInstruction: {
    /** Optional: ISO 4217 code of all amounts (MONEY-4) */
    currency?: ('MXN' | 'INR') | null;
    /** Address of the image at the head */
    topLogo?: string | null;
    /** What is to be paid with the code */
    repayDetail: {
      /** What is to be paid; the largest figure of the screen. Amount in minor units */
      amount: number;
      /** Heading of the instruction */
      repayTitle?: string | null;
      /** The instruction itself, ready to show */
      repayDes?: string | null;
      /** The code to pay with; copied without spaces */
      repayCode?: string | null;
      /** Address of an image of the code; empty for none */
      vCode?: string | null;
      /** Who is paid; copied as it is */
      companyName?: string | null;
    };
    /** Steps under headings */
    dataList?:
      | {
          /** Heading, ready to show */
          title?: string | null;
          /** Lines, ready to show */
          content?: (string | null)[] | null;
        }[]
      | null;
    /** Sections with images and a contact */
    imgList?:
      | {
          /** Heading, ready to show */
          title?: string | null;
          /** A mail address or a link */
          eMail?: string | null;
          /** Addresses of images */
          content?: (string | null)[] | null;
        }[]
      | null;
    /** Address of the image at the foot */
    bottomLogo?: string | null;
    /** Optional: until when the code is good and what the channel charges */
    note?: string | null;
    /** Optional: the provider's own page of the code */
    voucherLink?: string | null;
    /** Optional: an intent link that opens a payment app */
    payLink?: string | null;
    /** Optional: every network that takes the cash, each with its own code, where there are several */
    networkList?:
      | (
          | {
              /** What is paid with there */
              payCode?: string | null;
              /** Image of its bar code; empty when there is none */
              BARcodeImg?: string | null;
              /** The number of the agreement (convenio) that a bank asks for; empty when there is none */
              agreement?: string | null;
              /** The shops or the bank that take it */
              shops?: (string | null)[] | null;
            }[]
          | null
        )
      | null;
    /** Optional: what the code is, for instance "CLABE" */
    codeLabel?: string | null;
    /** Optional: the chain of shops where the code is paid */
    shop?: string | null;
    /** Optional: what the shop adds to the amount, in minor units */
    feeMinor?: number | null;
    /** Optional: until when the code is good, ISO 8601; empty for one that does not end */
    validUntil?: string | null;
    /** Optional: why there is no code just now; then `repayCode` is empty */
    unavailable?: string | null;
    /** Optional: the other ways to pay, where there is no code just now */
    otherList?:
      | (
          | {
              /** Heading, ready to show */
              title?: string | null;
              /** The channels of the group */
              list?:
                | {
                    /** Address of the channel’s image */
                    logo?: string | null;
                    /** What the channel is for, ready to show */
                    desc?: string | null;
                    /** The code to pay with; shown in groups and copied without spaces */
                    payCode?: string | null;
                    /** Image of a code to scan, a QR for instance; empty when there is none */
                    vCode?: string | null;
                    /** Image of the bar code; empty when there is none */
                    BARcodeImg?: string | null;
                    /** What kind of channel it is; a plain card where it is not said */
                    kind?: ('bank-transfer' | 'store' | 'upi' | 'virtual-account') | null;
                    /** Heading, ready to show */
                    title?: string | null;
                    /** What the pay code is, for instance "CLABE, 18 dígitos" */
                    codeLabel?: string | null;
                    /** Whose account it is */
                    holderName?: string | null;
                    /** The bank's code beside an account number: the IFSC in India */
                    bankCode?: string | null;
                    /** An intent link that opens a payment app: upi://pay… */
                    payLink?: string | null;
                    /** Optional: until when the code is good and what the channel charges */
                    note?: string | null;
                    /** Optional: the provider's own page of the code */
                    voucherLink?: string | null;
                    /** Optional: what to ask for instructions with as `payCode` where the code is made when it is asked for */
                    codeRequest?: string | null;
                    /** Optional: why there is no code just now, for instance that the provider does not answer */
                    unavailable?: string | null;
                  }[]
                | null;
            }[]
          | null
        )
      | null;
    /** Optional: what was received on the loan so far, in minor units */
    received?: number | null;
    /** Optional: 1 where the amount was paid by another way since the code was shown; then `repayCode` is empty */
    isPaid?: 0 | 1 | null;
    /** Optional: the day it is, YYYY-MM-DD, where the call that says that one has paid is answered; empty otherwise */
    claimToday?: (string | '') | null;
  };
  readOffer: {
    /** Optional: ISO 4217 code of all amounts (MONEY-4) */
    currency?: ('MXN' | 'INR') | null;
    /** What the borrower is lent; the largest figure of the screen. Amount in minor units */
    amount: number;
    /** How long the loan runs, in termUnit */
    periods: number;
    /** Day, week or month; ours counts in days */
    termUnit?: string | null;
    /** Day of the first payment, YYYY-MM-DD; shown under the amount */
    firstPayTime?: string | null;
    /** Ready to show */
    loanRate?: string | null;
    /** What else is to be said of the rate, ready to show */
    ratemsg?: string | null;
    /** Rows under the amount; the first two are shown, the others fold out */
    details?:
      | {
          /** What a row is about; shown before its value */
          text?: string | null;
          /** What a row says, ready to show */
          value?: string | null;
        }[]
      | null;
    /** Every payment of the loan, first to last; their total is shown when they cover the whole loan */
    repay_plans?:
      | {
          /** Which payment it is, ready to show */
          title?: string | null;
          /** What the payment is made of, ready to show */
          description?: string | null;
          /** What that payment is. Amount in minor units */
          amount: number;
          /** Day it falls due */
          pay_time?: string | null;
        }[]
      | null;
    /** 1: the amount is being worked out again; ask with isType (CONFIRM-3) */
    isNeedPop?: 0 | 1 | null;
    /** What the borrower reads meanwhile */
    amountDec?: string | null;
    /** Address of the agreement; without one that may be followed the offer cannot be accepted */
    isNewContract?: string | null;
    /** Product, at the head of the screen */
    comProductName?: string | null;
    /** Address of its image */
    comProductLogo?: string | null;
    /** How many coupons apply */
    couNum?: number | null;
    /** Optional: the last digits of the account that the loan is paid into */
    accountEnding?: string | null;
    /** Whether the backend sent a message of this offer; not shown */
    sendSms?: 0 | 1 | null;
    /** What kind of message that was; not shown */
    messageType?: string | null;
    /** Optional: the full cost of the offer */
    quote?: {
      /** Names the figures that were shown; comes back when they are accepted */
      quoteId: string;
      /** Optional: what the market's paper is known by that shows the offer before it is accepted (LEGAL-6) */
      proposalNumber?: string | null;
      /** Optional: the last day on which the offer can be accepted as it stands */
      validThrough?: string | null;
      /** All that is to be repaid. Amount in minor units */
      totalMinor: number;
      /** All that the loan costs beyond what is lent. Amount in minor units */
      costMinor: number;
      /** Interest of the whole loan. Amount in minor units */
      interestMinor: number;
      /** Commission, or what extending costs. Amount in minor units */
      feeMinor: number;
      /** Tax, in Mexico on interest and fee and extension fee, in India on fee and extension fee. Amount in minor units */
      vatMinor: number;
      /** Parts per million */
      annualInterestPpm: number;
      /** Parts per million */
      vatPpm: number;
      /** CAT without VAT in Mexico, APR in India, parts per million */
      annualCostPpm: number;
      /** Which measure annualCostPpm is: cat in Mexico, apr in India */
      annualCostMeasure: 'cat' | 'apr';
      /** Day the annual cost was worked out for, YYYY-MM-DD */
      calculatedOn: string;
      /** Parts per million */
      penaltyDailyPpm: number;
      /** Penalty of the first day late with the first payment. Amount in minor units */
      firstPenaltyMinor: number;
      /** Optional: the penalties of later days late, in their order, where they differ from that of the first day */
      laterPenalties?:
        | {
            /** Day late from which on it is charged, until the next one; above 1 */
            fromDay: number;
            /** Parts per million */
            dailyPpm: number;
            /** What such a day adds with the first payment */
            firstPenaltyMinor: number;
          }[]
        | null;
      /** What being late costs once; 0 for none. Amount in minor units */
      lateFeeMinor: number;
      /** Optional: the most that penalties and late fees of all of the loan come to, in minor units; null for no cap */
      penaltyMaxMinor?: (number | null) | null;
      /** Optional: the same of the first payment */
      penaltyMaxOfPaymentMinor?: (number | null) | null;
      /** Optional: what paying the loan off early costs; null where the backend does not say */
      earlyRepayment?: (('days-used' | 'whole-plan') | null) | null;
      /** Optional: what is charged of the fee then */
      earlyRepaymentFee?: (('kept' | 'days-used') | null) | null;
      /** Optional: what money does that is paid beyond what is asked for; null where the backend does not say */
      prepayment?: (('next-payments' | 'shortens' | 'lowers') | null) | null;
      /** How many days a payment can be postponed at most */
      extensionMaxDays: number;
      /** Optional: what extending a payment costs a day, of what is extended and before tax; null where the backend does not say */
      extensionDailyPpm?: (number | null) | null;
      /** Optional: the part of the amount due, penalties with it, above which extending is not sold; 0 for no limit */
      extensionCostMaxPpm?: number | null;
    } | null;
  };
  acceptOffer: {
    /** Where the borrower goes next; followed to our own or an allowed origin, else the loan’s own page opens */
    lendDetailsUrl?: string | null;
  };
  readLoan: {
    /** Optional: ISO 4217 code of all amounts (MONEY-4) */
    currency?: ('MXN' | 'INR') | null;
    /** Optional: the number of the order, also where there is no balance to name it; empty for none */
    orderNo?: string | null;
    /** 21 under-review, 151 paying-out, 110 declined, 174 to-repay, 180 overdue, 200 settled */
    orderStatus?: number;
    /** Where the loan stands; heading of the screen */
    noticeStatusText?: string | null;
    /** What that means; under the heading */
    noticeDesText?: string | null;
    /** Shown at the head of the screen */
    productName?: string | null;
    /** Address of the image beside the product’s name; left out where its origin is not allowed */
    productLogo?: string | null;
    /** Holds the rows of the loan; they are hidden while the status is 110 */
    userOrderDetail?: {
      /** Rows of text and value; the first two are shown, the others fold out */
      detail?:
        | {
            /** What a row is about; shown before its value */
            text?: string | null;
            /** What a row says, ready to show */
            value?: string | null;
          }[]
        | null;
    } | null;
    /** Whether h5Url opens within the app */
    inside?: 0 | 1 | null;
    /** 1: the borrower may rate the loan (ORDER-6) */
    isScore?: 0 | 1 | null;
    /** Address of a page with more; empty for none */
    h5Url?: string | null;
    /** 1: it can be extended (ORDER-4) */
    isDelay?: 0 | 1 | null;
    /** Address of the agreement */
    isNewContract?: string | null;
    /** Optional: where the loan stands in figures */
    balance?: {
      /** The number a borrower knows the loan by */
      orderNumber: string;
      /** What was lent. Amount in minor units */
      principalMinor: number;
      /** What is due by dueDate, penalties and late instalments included. Amount in minor units */
      dueMinor: number;
      /** Day it falls due, YYYY-MM-DD */
      dueDate: string;
      /** Days since the oldest unpaid due date; 0 in time */
      daysLate: number;
      /** Penalties in dueMinor. Amount in minor units */
      penaltyMinor: number;
      /** What each further day adds; 0 for none. Amount in minor units */
      dailyPenaltyMinor: number;
      /** What was received so far. Amount in minor units */
      paidMinor: number;
      /** What is still to be paid in all. Amount in minor units */
      remainingMinor: number;
      /** Every payment of the loan, first to last */
      instalments: {
        /** Which one, from 1 */
        sequence: number;
        /** Day it falls due, YYYY-MM-DD */
        dueDate: string;
        /** What the instalment is. Amount in minor units */
        totalMinor: number;
        /** Where it stands; said beside its amount */
        state: 'paid' | 'overdue' | 'due' | 'upcoming';
        /** When the last payment on it arrived, YYYY-MM-DD; null while unpaid */
        paidOn: string | null;
      }[];
      /** Postponing against paying today; null where it cannot be postponed */
      extension?: {
        /** Days gained */
        days: number;
        /** The day these figures hold, YYYY-MM-DD */
        today: string;
        /** Commission, or what extending costs. Amount in minor units */
        feeMinor: number;
        /** Optional: tax on the fee; 0 where absent */
        vatMinor?: number | null;
        /** What is to be paid today. Amount in minor units */
        payTodayMinor: number;
        /** Day it then falls due, YYYY-MM-DD */
        newDueDate: string;
        /** What is then paid on newDueDate. Amount in minor units */
        payLaterMinor: number;
        /** All that is to be paid this way. Amount in minor units */
        totalMinor: number;
        /** What is paid in all when it is not postponed. Amount in minor units */
        payNowTotalMinor: number;
      } | null;
    } | null;
    /** Optional: what is owed, what it is made of, what was received and what can be paid today */
    statement?: {
      /** The day these figures hold, YYYY-MM-DD */
      today: string;
      /** All that is overdue, or else the next payment, in minor units */
      dueMinor: number;
      /** Of the oldest payment asked for; empty when nothing is owed */
      dueDate: string;
      /** Days since the oldest unpaid due date; 0 in time */
      daysLate: number;
      /** Which instalments are asked for, by number, oldest first */
      dueSequences: number[];
      /** Charged to the payments asked for, without penalties, in minor units */
      chargedMinor: number;
      /** Their penalties, in minor units */
      penaltyMinor: number;
      /** Received on them, in minor units; charged and penalty less this is due */
      receivedMinor: number;
      /** What was received so far. Amount in minor units */
      paidMinor: number;
      /** What is still to be paid in all. Amount in minor units */
      remainingMinor: number;
      /** Held in favour of the borrower, in minor units */
      heldMinor: number;
      /** The most that may be paid today, in minor units */
      largestMinor: number;
      /** Optional: what settles the loan today, in minor units; null where the backend does not say */
      settlesMinor?: number | null;
      /** Optional: how much less that is than all that the plan has left, in minor units; 0 where absent */
      savesMinor?: number | null;
      /** Optional: what money does that is paid beyond what is asked for; null where it cannot be paid, or the backend does not say */
      prepayment?: (('next-payments' | 'shortens' | 'lowers') | null) | null;
      /** Optional: the most that the penalties and late fees of the payments asked for come to, in minor units; null for no such cap */
      penaltyMaxMinor?: number | null;
      /** What the borrower may choose to pay, in minor units; shown as choices */
      amounts: {
        /** What kind of channel it is; a plain card where it is not said */
        kind: 'this-payment' | 'all-overdue' | 'everything';
        /** Amount in minor units */
        amountMinor: number;
      }[];
      /** Every payment of the loan, first to last */
      instalments: {
        /** Which one, from 1 */
        sequence: number;
        /** Day it falls due, YYYY-MM-DD */
        dueDate: string;
        /** Amount in minor units */
        chargedMinor: number;
        /** What was received so far. Amount in minor units */
        paidMinor: number;
        /** Amount in minor units */
        owedMinor: number;
      }[];
      /** A card payment that is not answered yet; null for none */
      pendingMinor?: number | null;
      /** Optional: 1 when that payment is for an extension and pays no debt */
      isPendingToExtend?: 0 | 1 | null;
      /** What was received, newest first */
      payments: {
        /** Names one payment received, so that its receipt can be opened */
        paymentId: string | number;
        /** Amount in minor units */
        amountMinor: number;
        /** When it was paid, ISO 8601 */
        paidAt: string;
        /** How it came */
        method: 'bank-transfer' | 'store' | 'upi' | 'virtual-account' | 'card' | 'other';
        /** What its payer’s bank calls it: clave de rastreo, UTR or RRN; empty for none */
        trackingKey?: string | null;
        /** Optional: by which whoever lent can tell that a receipt is theirs; empty for none */
        checkCode?: string | null;
        /** What the payment covered, by instalment and component */
        parts: {
          /** Which one, from 1 */
          sequence: number;
          /** What of an instalment it covered: penalty, fee, VAT, interest or principal */
          component: 'penalty' | 'fee' | 'vat' | 'interest' | 'principal';
          /** What was owed of it when the money came, in minor units */
          owedMinor: number;
          /** Optional: what of that is the cost of extending, which money covers first, in minor units; 0 where absent */
          extensionMinor?: number | null;
          /** Amount in minor units */
          coveredMinor: number;
        }[];
        /** What settled nothing and is held in favour of the borrower, in minor units */
        heldMinor: number;
        /** What was owed in total after it, in minor units */
        owedAfterMinor: number;
      }[];
      /** Optional: what was given back to the borrower or is on its way, newest first */
      refunds?:
        | {
            /** Amount in minor units */
            amountMinor: number;
            /** When it was set aside to be given back, ISO 8601 */
            requestedAt: string;
            /** When it was sent, ISO 8601; null while it is on its way */
            sentAt?: string | null;
          }[]
        | null;
      /** Optional: payments that were received and taken back, by their bank or as an error, newest first */
      reversedPayments?:
        | {
            /** Optional: by which its receipt was opened while it stood; empty for none */
            paymentId?: string | null;
            /** Amount in minor units */
            amountMinor: number;
            /** When it was said to be paid, ISO 8601 */
            paidAt: string;
            /** When it was taken back, ISO 8601 */
            reversedAt: string;
          }[]
        | null;
      /** Optional: what the borrower says they paid, newest first; where it is given of a loan that is to be paid, the call that says so is answered */
      claims?:
        | {
            /** Names the claim */
            claimId: string | number;
            /** Amount in minor units */
            amountMinor: number;
            /** The day, YYYY-MM-DD */
            paidOn?: string | null;
            /** How it was paid */
            channel: 'bank-transfer' | 'store' | 'upi' | 'virtual-account' | 'card' | 'other';
            /** Letters and figures alone; empty for none */
            trackingKey?: string | null;
            /** 1: a photo of the proof came with it */
            hasImage?: 0 | 1 | null;
            /** Looked for, found, or not there */
            state: 'waiting' | 'received' | 'not-found';
            /** When the borrower said so, ISO 8601 */
            claimedAt?: string | null;
            /** Until when it is looked for before it becomes a complaint by itself, ISO 8601 */
            answerBy?: string | null;
            /** What a person answered; empty for nothing */
            answer?: string | null;
            /** The complaint that it became; null for none */
            complaintId?: (string | number) | null;
            /** The folio of that complaint; empty for none */
            folio?: string | null;
          }[]
        | null;
      /** Optional: 1 while no penalty is charged because something the borrower said is looked into */
      isPenaltyPaused?: 0 | 1 | null;
      /** Optional: what the next day late adds to what is asked for, in minor units; 0 for none */
      dailyPenaltyMinor?: number | null;
      /** Optional: what was charged to each payment of the plan beside what was lent; where it is given, the calls that dispute a charge are answered */
      charges?:
        | {
            /** Names the charge */
            chargeId: string | number;
            /** The payment of the plan that it was charged to */
            sequence: number;
            /** What was charged */
            kind: 'penalty' | 'late-fee' | 'interest' | 'fee' | 'vat' | 'extension-fee';
            /** What of it is charged, paid or not, in minor units */
            chargedMinor: number;
          }[]
        | null;
      /** Optional: the charges that the borrower does not agree with, newest first */
      disputes?:
        | {
            /** Names the dispute */
            disputeId: string | number;
            /** Names the charge */
            chargeId: string | number;
            /** The payment of the plan that it was charged to */
            sequence: number;
            /** What was charged */
            kind: 'penalty' | 'late-fee' | 'interest' | 'fee' | 'vat' | 'extension-fee';
            /** What is charged while the dispute is open, and was when it ended, in minor units */
            amountMinor: number;
            /** Why the borrower does not agree */
            reason: 'not-agreed' | 'wrong-amount' | 'paid-on-time' | 'told-otherwise' | 'other';
            /** The borrower's own words; empty for none */
            words?: string | null;
            /** Looked into, taken back by the borrower, upheld in full or in part, or not */
            state: 'open' | 'withdrawn' | 'upheld' | 'rejected';
            /** When it was disputed, ISO 8601 */
            filedAt?: string | null;
            /** Until when it is answered before it becomes a complaint by itself, ISO 8601 */
            answerBy?: string | null;
            /** 1 while no penalty is charged on it, or it is a penalty that does not grow */
            isPaused?: 0 | 1 | null;
            /** What a person answered; empty for nothing */
            answer?: string | null;
            /** What was taken off the charge, in minor units; 0 unless it was upheld */
            takenOffMinor: number;
            /** What was taken off the tax on it, in minor units */
            vatTakenOffMinor: number;
            /** The complaint that it became; null for none */
            complaintId?: (string | number) | null;
            /** The folio of that complaint; empty for none */
            folio?: string | null;
          }[]
        | null;
      /** Optional: what of the amount due is disputed, in minor units */
      disputedMinor?: number | null;
      /** Optional: the new plan that the lender proposes to a borrower in difficulty, and those that were agreed, newest first; where one waits, the calls that answer it are answered */
      newPlans?:
        | {
            /** Names the plan */
            planId: string | number;
            /** Where it stands */
            state: 'proposed' | 'agreed' | 'declined' | 'expired' | 'undone';
            /** Days from the agreement on in which nothing falls due and no penalty grows */
            moratoriumDays: number;
            /** The last day on which it can be agreed */
            validThrough: string;
            /** The day it was agreed; empty until then */
            agreedOn?: string | null;
            /** What the plan has left today, or had when it was agreed, in minor units */
            owedMinor: number;
            /** What of it is let off, in minor units */
            waivedMinor: number;
            /** What is then to be paid, first to last */
            payments: {
              /** Day it falls due, YYYY-MM-DD */
              dueDate: string;
              /** Amount in minor units */
              amountMinor: number;
            }[];
            /** Names these figures: the borrower agrees to them and to no others; empty once it was answered */
            seen: string;
          }[]
        | null;
      /** Optional: where postponing would cost more than the product lets it, what it would cost */
      dearExtension?: {
        /** Days that postponing would gain */
        days: number;
        /** What postponing would cost beside the penalty so far, in minor units */
        feeMinor: number;
        /** Optional: tax on that cost; 0 where absent */
        vatMinor?: number | null;
        /** What postponing would take today, penalty so far, fee and its tax, in minor units */
        payTodayMinor: number;
      } | null;
    } | null;
    /** Optional: how this borrower paid last, else what most borrowers use; the pages offer it first */
    usualWay?: {
      /** What kind of channel it is; a plain card where it is not said */
      kind: 'bank-transfer' | 'store' | 'upi' | 'virtual-account' | 'card';
      /** What the borrower knows it by: the chain of shops, or the bank of the card; empty for none */
      name?: string | null;
      /** What it charges beside the amount, in minor units; null where that is not known */
      feeMinor?: number | null;
      /** Optional: the last day on which what was made for this amount can be paid, YYYY-MM-DD; null where nothing waits */
      waitsUntil?: (string | null) | null;
      /** Optional: an intent link that opens a payment app: upi://pay… */
      payLink?: string | null;
      /** Optional: the saved card, where it is one */
      cardId?: string | null;
      /** Optional: the last digits of that card */
      cardEnding?: string | null;
    } | null;
    /** Optional: what gives the loan back, while its cooling-off period lasts */
    coolingOff?: {
      /** The last day on which the loan can be given back */
      until: string;
      /** What was lent. Amount in minor units */
      principalMinor: number;
      /** Interest of the days it was used, in minor units */
      interestMinor: number;
      /** Tax, in Mexico on interest and fee and extension fee, in India on fee and extension fee. Amount in minor units */
      vatMinor: number;
      /** What gives it back today, in minor units */
      amountMinor: number;
      /** The same less what was paid already, in minor units */
      owedMinor: number;
    } | null;
    /** Optional: the ways to deal with what is due, side by side, while it can be extended */
    options?:
      | {
          /** What kind of channel it is; a plain card where it is not said */
          kind: 'extend' | 'pay-part' | 'pay-all';
          /** What is to be paid today. Amount in minor units */
          payTodayMinor: number;
          /** What is then still owed, in minor units */
          owedAfterMinor: number;
          /** By when it is owed */
          owedOn: string;
          /** All that is to be paid this way. Amount in minor units */
          totalMinor: number;
        }[]
      | null;
    /** Optional: what else the borrower should know of this order */
    notices?:
      | {
          /** How it is set: ok, warn or plain */
          tone: 'ok' | 'warn' | 'plain';
          /** The sentence, ready to show */
          text: string;
        }[]
      | null;
    /** Optional: 1 where the calls are answered by which the borrower chooses how to be reminded of due dates */
    takesReminders?: 0 | 1 | null;
    /** Optional: 1 where the call is answered that lists every movement of the loan, for its statement of account */
    hasMovements?: 0 | 1 | null;
  };
}
