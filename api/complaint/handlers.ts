import { problemInit, problemSave, uploadProblemImage } from '#contract/complaint.ts';
import { problemDetail, problemList } from '#contract/complaint-history.ts';
import { type AnsweredCall, answerBorrower } from '../answer-call.ts';
import { complaintDetail, listComplaints } from './complaint-history.ts';
import { fileComplaint } from './file-complaint.ts';
import { startComplaint } from './start-complaint.ts';
import { uploadImage, uploadLimitBytes } from './upload-image.ts';

/** The calls about complaints. */
export const complaintCalls: readonly AnsweredCall[] = [
  answerBorrower(problemInit, startComplaint),
  answerBorrower(problemList, listComplaints),
  answerBorrower(problemDetail, complaintDetail),
  answerBorrower(problemSave, fileComplaint),
  answerBorrower(uploadProblemImage, uploadImage, { limitBytes: uploadLimitBytes }),
];
