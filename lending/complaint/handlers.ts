import { openComplaint, sendComplaint, sendComplaintImage } from '#contract/calls/complaint.ts';
import { readComplaint, readComplaints } from '#contract/calls/complaint-history.ts';
import { type AnsweredCall, answerBorrower } from '../http/answer-call.ts';
import { complaintDetail, listComplaints } from './complaint-history.ts';
import { fileComplaint } from './file-complaint.ts';
import { uploadImage, uploadLimitBytes } from './images.ts';
import { startComplaint } from './start-complaint.ts';

/** The calls about complaints. */
export const complaintCalls: readonly AnsweredCall[] = [
  answerBorrower(openComplaint, startComplaint),
  answerBorrower(readComplaints, listComplaints),
  answerBorrower(readComplaint, complaintDetail),
  answerBorrower(sendComplaint, fileComplaint),
  answerBorrower(sendComplaintImage, uploadImage, { limitBytes: uploadLimitBytes }),
];
